import { isRecord, setKey } from '../json.ts';
import type { Node } from '../node.ts';
import { accepts, type SchemaGuide } from './guide.ts';
import { childOf, viewsOf } from './view.ts';

/** Fills missing values for which the schema has a default; a value that lacks nothing comes back as it is. */
export function fillDefaults(guide: SchemaGuide, node: Node, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const views = viewsOf(guide, node);
  const view = views.length === 1 ? views[0] : views.find(each => accepts(guide, each.flat, value));
  if (!view) return value;
  if (Array.isArray(value)) {
    const filled = value.map((each, i) => fillDefaults(guide, view.prefix[i] ?? view.items ?? true, each));
    return filled.some((each, i) => each !== value[i]) ? filled : value;
  }
  return fillObject(value as Record<string, unknown>, key => childOf(view, key) ?? true, { guide, view });
}

function fillObject(
  value: Record<string, unknown>,
  nodeOf: (key: string) => Node,
  { guide, view }: { guide: SchemaGuide; view: ReturnType<typeof viewsOf>[number] },
): unknown {
  const out: Record<string, unknown> = {};
  let changed = false;
  for (const [key, inside] of Object.entries(value)) {
    const filled = fillDefaults(guide, nodeOf(key), inside);
    changed ||= filled !== inside;
    setKey(out, key, filled);
  }
  for (const [key, node] of view.properties) {
    if (Object.hasOwn(value, key)) continue;
    const standing = defaultOf(guide, node);
    if (standing === undefined) continue;
    changed = true;
    setKey(out, key, structuredClone(standing.value));
  }
  return changed ? out : value;
}

function defaultOf(guide: SchemaGuide, node: Node): { value: unknown } | undefined {
  if (isRecord(node) && Object.hasOwn(node, 'default')) return { value: node.default };
  if (!isRecord(node) || (node.$ref === undefined && node.allOf === undefined)) return undefined;
  const view = viewsOf(guide, node)[0];
  return view && Object.hasOwn(view.flat, 'default') ? { value: view.flat.default } : undefined;
}
