import { endAfter } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';
import type { Base } from '../change/base.ts';
import type { PlainState } from '../change/staging.ts';
import { readIn } from '../disk/disk.ts';
import { baseNameOf, parentOf } from '../disk/folders.ts';
import { openRoot } from '../disk/open-dir.ts';

/** The copy of one path in a snapshot. */
export type SnapshotNode =
  | {
      readonly kind: 'file';
      readonly mode: number;
      readonly size: number;
      readonly state: string;
      readonly mtime: number;
      readonly copy?: string;
    }
  | Exclude<PlainState, { kind: 'absent' }>;

/** A base of the copies, with which changes are compared. */
export function keptBase(kept: ReadonlyMap<string, SnapshotNode>): Base {
  return {
    look(path) {
      if (path === '.') return { kind: 'directory', mode: 0o755 };
      const node = kept.get(path);
      if (!node) return { kind: 'absent' };
      if (node.kind !== 'file') return node;
      const { mode, size, state, mtime } = node;
      return { kind: 'file', mode, size, identity: state, mtime };
    },
    read(path, known) {
      const node = kept.get(path);
      if (node?.kind !== 'file' || node.copy === undefined) throw new ToolError('TOO_LARGE', `${path} was not copied`);
      const { copy } = node;
      const folder = openRoot(parentOf(copy));
      return endAfter(
        () => folder.close(),
        () => readIn(folder, baseNameOf(copy), known),
      );
    },
    async load(path) {
      return this.read(path);
    },
    names(path) {
      const prefix = path === '.' ? '' : `${path}/`;
      return [...kept.keys()]
        .filter(other => other.startsWith(prefix) && !other.slice(prefix.length).includes('/'))
        .map(other => other.slice(prefix.length));
    },
  };
}
