import { HINT, type SchemaGuide } from '../guide/guide.ts';
import { type SchemaView, viewsOf } from '../guide/view.ts';
import { isRecord } from '../json.ts';
import type { Node } from '../node.ts';
import type { JsonSchema } from '../schema.ts';
import { cut, shown } from './shown.ts';

/** The demand of a schema in a few words: "integer from 1 to 10", "array of string or null". */
export function describe(guide: SchemaGuide, node: Node, depth = 0): string {
  const wanted = viewsOf(guide, node).flatMap(view => describeView(guide, view, depth));
  const distinct = [...new Set(wanted)];
  if (distinct.length === 0) return 'no value';
  const listed = distinct.filter(each => each.startsWith('one of ') || /^["0-9tf-]/.test(each));
  // Several branches with single values are said as one list.
  if (listed.length > 1) {
    const values = listed.map(each => each.replace(/^one of /, '')).join(', ');
    return [`one of ${cut(values, 160)}`, ...distinct.filter(each => !listed.includes(each))].join(' or ');
  }
  return distinct.length > 6 ? `${distinct.slice(0, 6).join(' or ')} or others` : distinct.join(' or ');
}

function describeView(guide: SchemaGuide, view: SchemaView, depth: number): string[] {
  if (view.values) {
    const values = view.values.map(value => shown(value, 40));
    return [values.length === 1 ? values[0]! : `one of ${cut(values.join(', '), 160)}`];
  }
  const { flat } = view;
  if (isRecord(flat.not) && Object.keys(flat.not).length === 0) return [];
  const hint = isRecord(flat[HINT]) ? flat[HINT] : {};
  const types = [(flat.type ?? hint.type ?? implied(view)) as string | string[]].flat();
  return types.map(type => describeType(guide, { view, type, depth }));
}

function implied(view: SchemaView): string {
  return view.allows('object') ? 'object' : view.allows('array') ? 'array' : 'any value';
}

function describeType(
  guide: SchemaGuide,
  { view, type, depth }: { view: SchemaView; type: string; depth: number },
): string {
  const { flat } = view;
  if (type === 'string') return text(flat);
  if (type === 'integer' || type === 'number') return `${type}${range(flat)}`;
  if (type === 'array') return list(guide, view, depth);
  const names = type === 'object' && depth < 2 ? view.names.filter(name => name !== '') : [];
  if (names.length === 0) return type;
  return `object with ${cut(names.map(name => (view.required.has(name) ? name : `${name}?`)).join(', '), 120)}`;
}

function text(flat: JsonSchema): string {
  const hint = isRecord(flat[HINT]) ? flat[HINT] : {};
  const format = flat.format ?? hint.format;
  const pattern = flat.pattern ?? hint.pattern;
  if (typeof format === 'string' && !/with|includes|regex/.test(format)) return `string (${format})`;
  if (typeof pattern === 'string') return `string matching /${cut(pattern, 60)}/`;
  const { minLength: least, maxLength: most } = flat;
  if (least === 1 && most === undefined) return 'non-empty string';
  return `string${bounds(least, most, ' characters')}`;
}

function range(flat: JsonSchema): string {
  const safe = (bound: unknown) => (Math.abs(bound as number) >= Number.MAX_SAFE_INTEGER ? undefined : bound);
  const parts = [bounds(safe(flat.minimum), safe(flat.maximum), '')];
  if (flat.exclusiveMinimum !== undefined) parts.push(` above ${flat.exclusiveMinimum}`);
  if (flat.exclusiveMaximum !== undefined) parts.push(` below ${flat.exclusiveMaximum}`);
  if (flat.multipleOf !== undefined) parts.push(`, a multiple of ${flat.multipleOf}`);
  return parts.join('');
}

function list(guide: SchemaGuide, view: SchemaView, depth: number): string {
  const size = bounds(view.flat.minItems, view.flat.maxItems, ' items');
  if (view.prefix.length > 0) {
    const items = depth < 2 ? view.prefix.map(each => describe(guide, each, depth + 1)).join(', ') : '…';
    return `array of [${cut(items, 120)}]`;
  }
  const items = view.items === undefined || depth >= 2 ? '' : ` of ${describe(guide, view.items, depth + 1)}`;
  return `array${items}${size === '' ? '' : ` (${size.trim()})`}`;
}

function bounds(least: unknown, most: unknown, unit: string): string {
  if (least !== undefined && least === most) return ` of exactly ${least}${unit}`;
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}${unit}`;
  if (least !== undefined) return ` of at least ${least}${unit}`;
  return most === undefined ? '' : ` of at most ${most}${unit}`;
}
