import { accepts, isRecord, type Node, type SchemaShape, setKey } from './shape.ts';
import { childOf, viewsOf } from './view.ts';

/** Fills what the schema gives a default for; a value that lacks nothing comes back as it is. */
export function fillDefaults(shape: SchemaShape, node: Node, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const views = viewsOf(shape, node);
  const view = views.length === 1 ? views[0] : views.find(each => accepts(shape, each.flat, value));
  if (!view) return value;
  if (Array.isArray(value)) {
    const filled = value.map((each, i) => fillDefaults(shape, view.prefix[i] ?? view.items ?? true, each));
    return filled.some((each, i) => each !== value[i]) ? filled : value;
  }
  return fillObject(value as Record<string, unknown>, key => childOf(view, key) ?? true, { shape, view });
}

function fillObject(
  value: Record<string, unknown>,
  nodeOf: (key: string) => Node,
  { shape, view }: { shape: SchemaShape; view: ReturnType<typeof viewsOf>[number] },
): unknown {
  const out: Record<string, unknown> = {};
  let changed = false;
  for (const [key, inside] of Object.entries(value)) {
    const filled = fillDefaults(shape, nodeOf(key), inside);
    changed ||= filled !== inside;
    setKey(out, key, filled);
  }
  for (const [key, node] of view.properties) {
    if (Object.hasOwn(value, key)) continue;
    const standing = defaultOf(shape, node);
    if (standing === undefined) continue;
    changed = true;
    setKey(out, key, structuredClone(standing.value));
  }
  return changed ? out : value;
}

function defaultOf(shape: SchemaShape, node: Node): { value: unknown } | undefined {
  if (isRecord(node) && Object.hasOwn(node, 'default')) return { value: node.default };
  if (!isRecord(node) || (node.$ref === undefined && node.allOf === undefined)) return undefined;
  const view = viewsOf(shape, node)[0];
  return view && Object.hasOwn(view.flat, 'default') ? { value: view.flat.default } : undefined;
}
