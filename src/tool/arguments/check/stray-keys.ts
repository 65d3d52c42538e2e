import { accepts, type SchemaGuide } from '../../../schema/guide/guide.ts';
import { type SchemaView, viewsOf } from '../../../schema/guide/view.ts';
import type { Node } from '../../../schema/node.ts';
import type { JsonSchema } from '../../../schema/schema.ts';

export interface ObjectBranch {
  readonly view: SchemaView;
  /** The same branch with other keys welcome. */
  readonly open: Node;
}

/** The alternatives for an object, where they do not all know the same keys; otherwise none. */
export function branchesOf(guide: SchemaGuide, node: Node): readonly ObjectBranch[] {
  try {
    const views = viewsOf(guide, node).filter(view => view.allows('object'));
    const differ = views.some(view => [...view.properties.keys()].some(key => !views[0]!.properties.has(key)));
    const fewer = views.some(view => view.properties.size < views[0]!.properties.size);
    const apart = differ || fewer || views.some(view => view.closed !== views[0]!.closed);
    return views.length > 1 && apart ? views.map(view => ({ view, open: opened(view.flat) })) : [];
  } catch {
    // Too many alternatives to follow.
    return [];
  }
}

function opened({ additionalProperties, unevaluatedProperties, ...flat }: JsonSchema): Node {
  const rest = { additionalProperties, unevaluatedProperties };
  const kept = Object.entries(rest).filter(([, node]) => node !== undefined && node !== false);
  return { ...flat, ...Object.fromEntries(kept) };
}

type StrayKeys = { readonly keys: readonly string[]; readonly known: readonly string[] };

const NONE: StrayKeys = { keys: [], known: [] };

/**
 * Keys that are known only to alternatives that do not take the value: `{ action: 'list', id: 5 }` where `id` is for
 * `delete`. The validator may take such keys without a word, and the tool would never look at them.
 */
export function strayKeys(guide: SchemaGuide, branches: readonly ObjectBranch[], value: object): StrayKeys {
  let keys = Object.keys(value);
  const known = new Set<string>();
  let isTaken = false;
  for (const { view, open } of branches) {
    if (!accepts(guide, open, value)) continue;
    isTaken = true;
    for (const key of view.properties.keys()) known.add(key);
    keys = keys.filter(key => !knows(view, key));
    if (keys.length === 0) return NONE;
  }
  return isTaken ? { keys, known: [...known] } : NONE;
}

/** Conditions may bring keys of their own. */
const CONDITIONS = ['if', 'dependentSchemas', 'dependencies'];

function knows(view: SchemaView, key: string): boolean {
  if (view.properties.has(key) || view.required.has(key)) return true;
  if (view.additional === undefined ? !view.closed : view.additional !== false) return true;
  return view.patterns.some(([pattern]) => pattern.test(key)) || CONDITIONS.some(keyword => keyword in view.flat);
}
