import { dirname } from 'node:path';
import type { Effects } from '../../tool/effect.ts';

/** The paths of a call that others meet: reads never conflict; a change does with anything at, above or below it. */
export interface Footprint {
  readonly everything: boolean;
  readonly paths: readonly { readonly path: string; readonly changes: boolean }[];
  readonly states: readonly TouchedState[];
}

interface TouchedState {
  readonly name: string;
  /** The parts of the state; left out: all of it. */
  readonly parts?: readonly string[] | undefined;
}

export const EMPTY: Footprint = { everything: false, paths: [], states: [] };
export const EVERYTHING: Footprint = { everything: true, paths: [], states: [] };

/** The footprint of resolved effects. A link that was crossed counts as read. */
export function footprintOf(effects: Effects): Footprint {
  if (effects === 'everything') return EVERYTHING;
  if (effects.length === 0) return EMPTY;
  let paths: Map<string, boolean> | undefined;
  const states: TouchedState[] = [];
  for (const { kind, resource, parts, via } of effects) {
    // The name of a program does not tell what it touches.
    if (kind === 'execute') return EVERYTHING;
    if (kind === 'state') states.push({ name: resource, parts });
    if (kind !== 'read' && kind !== 'write' && kind !== 'delete') continue;
    const changes = kind !== 'read';
    paths ??= new Map();
    paths.set(resource, changes || (paths.get(resource) ?? false));
    for (const link of via ?? []) paths.set(link, paths.get(link) ?? false);
  }
  // A copy is as long as it must be; a list grown by `push` has room for more, and is kept as long as the call runs.
  return { everything: false, paths: paths ? withoutCovered(paths) : EMPTY.paths, states: states.slice() };
}

/** Paths without those below one that is changed: whoever meets such a path meets the changed one too. */
function withoutCovered(paths: ReadonlyMap<string, boolean>): Footprint['paths'] {
  let top: string | undefined;
  return [...paths]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, changes]) => {
      if (top !== undefined && path.startsWith(top)) return [];
      if (changes) top = `${path}/`;
      return [{ path, changes }];
    });
}

export function above(path: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(path), below = path; at !== below; below = at, at = dirname(at)) folders.push(at);
  return folders;
}
