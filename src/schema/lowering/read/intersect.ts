import { commonTypes, tighterBound } from '../../intersect.ts';
import type { ArrayShape, Member, ObjectShape, ScalarShape, Shape, ShapeBounds, ShapeNotes } from '../shape.ts';
import { addNotes, joinNotes, NEVER, unionOf } from '../shape.ts';

interface Run {
  /** The shape behind a reference, by one step. */
  resolve(shape: Shape): Shape;
  lose(keyword: string, says: string): void;
  /** The steps that are left; unions of unions multiply. */
  left: number;
}

/** The shape of values that both shapes take. */
export function intersect(a: Shape, b: Shape, run: Run): Shape {
  if (a.kind === 'any') return addNotes(b, a.notes);
  if (b.kind === 'any') return addNotes(a, b.notes);
  if (a.kind === 'never' || b.kind === 'never') return NEVER;
  if (--run.left < 0) {
    run.lose('allOf', 'is too much to put together; the first part is kept');
    return a;
  }
  if (a.kind === 'ref' && b.kind === 'ref' && a.target === b.target) return addNotes(b, a.notes);
  if (a.kind === 'ref') return intersect(addNotes(run.resolve(a), a.notes), b, run);
  if (b.kind === 'ref') return intersect(a, addNotes(run.resolve(b), b.notes), run);
  if (a.kind === 'union') return spread(a, b, run);
  if (b.kind === 'union') return spread(b, a, run);
  if (a.kind === 'scalar' && b.kind === 'scalar') return scalars(a, b);
  if (a.kind === 'object' && b.kind === 'object') return objects(a, b, run);
  if (a.kind === 'array' && b.kind === 'array') return arrays(a, b, run);
  return NEVER;
}

function spread(union: Shape & { kind: 'union' }, other: Shape, run: Run): Shape {
  const branches = union.branches.map(branch => intersect(branch, other, run));
  return unionOf(branches, union.notes, union.exactlyOne);
}

function scalars(a: ScalarShape, b: ScalarShape): Shape {
  const [type] = commonTypes([a.type], [b.type]);
  if (type === undefined) return NEVER;
  const both = a.values && b.values ? a.values.filter(value => b.values!.includes(value)) : (a.values ?? b.values);
  const values = type === 'integer' ? both?.filter(value => Number.isInteger(value)) : both;
  if (values?.length === 0) return NEVER;
  const { limits, notes } = joinLimits(a, b);
  return { kind: 'scalar', type, limits, notes, ...(values ? { values } : {}) };
}

function joinLimits(a: { limits: ShapeBounds; notes: ShapeNotes }, b: { limits: ShapeBounds; notes: ShapeNotes }) {
  const limits: Record<string, unknown> = { ...a.limits };
  const checks = [];
  for (const [keyword, value] of Object.entries(b.limits)) {
    const before = limits[keyword];
    const tighter = before === undefined || before === value ? value : tighterBound(keyword, before, value);
    if (tighter === undefined) checks.push({ keyword, value });
    else limits[keyword] = tighter;
  }
  const notes = joinNotes(a.notes, b.notes);
  return { limits, notes: checks.length === 0 ? notes : joinNotes({ checks }, notes) };
}

function objects(a: ObjectShape, b: ObjectShape, run: Run): Shape {
  const members = new Map<string, Member>();
  for (const name of new Set([...a.members.keys(), ...b.members.keys()])) {
    const required = Boolean(a.members.get(name)?.required || b.members.get(name)?.required);
    const [inA, inB] = [memberOf(a, name), memberOf(b, name)];
    const shape = inA && inB ? intersect(inA, inB, run) : (inA ?? inB)!;
    if (shape.kind !== 'never') members.set(name, { shape, required });
    else if (required) return NEVER;
  }
  const keys = a.keys && b.keys ? intersect(a.keys, b.keys, run) : (a.keys ?? b.keys);
  return { kind: 'object', members, rest: rests(a.rest, b.rest, run), ...(keys ? { keys } : {}), ...joinLimits(a, b) };
}

/** The shape of a key in an object; nothing where the object is silent. */
function memberOf(shape: ObjectShape, name: string): Shape | undefined {
  const member = shape.members.get(name)?.shape;
  if (member) return member;
  return shape.rest === false ? NEVER : shape.rest === 'unsaid' ? undefined : shape.rest;
}

function rests(a: ObjectShape['rest'], b: ObjectShape['rest'], run: Run): ObjectShape['rest'] {
  if (a === false || b === false) return false;
  if (a === 'unsaid') return typeof b === 'object' && b.kind === 'any' ? a : b;
  if (b === 'unsaid') return a.kind === 'any' ? b : a;
  const shape = intersect(a, b, run);
  return shape.kind === 'never' ? false : shape;
}

function arrays(a: ArrayShape, b: ArrayShape, run: Run): Shape {
  const prefix: Shape[] = [];
  for (let i = 0; i < Math.max(a.prefix.length, b.prefix.length); i++) {
    const [inA, inB] = [a.prefix[i] ?? a.items, b.prefix[i] ?? b.items];
    if (inA === false || inB === false) break;
    prefix.push(intersect(inA, inB, run));
  }
  const items = a.items === false || b.items === false ? false : intersect(a.items, b.items, run);
  return { kind: 'array', prefix, items: items && items.kind === 'never' ? false : items, ...joinLimits(a, b) };
}
