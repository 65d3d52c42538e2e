/** A schema, read: one kind of value each, references by name. What cannot be said in it is a check, in words. */
export type Shape = AnyShape | NeverShape | ScalarShape | ObjectShape | ArrayShape | UnionShape | RefShape;

export interface ShapeNotes {
  readonly description?: string;
  readonly title?: string;
  readonly defaults?: { readonly value: unknown };
  readonly examples?: readonly unknown[];
  /** Rules that hold for the value, and that only the gate will check. */
  readonly checks?: readonly ShapeCheck[];
}

export type ShapeCheck = { readonly keyword: string; readonly value: unknown };
type NotedShape = { readonly notes: ShapeNotes };
export type Primitive = string | number | boolean | null;
export type ScalarType = 'string' | 'number' | 'integer' | 'boolean' | 'null';
/** Bounds, by their keyword. */
export type ShapeBounds = Readonly<Record<string, unknown>>;
type AnyShape = NotedShape & { readonly kind: 'any' };
type NeverShape = NotedShape & { readonly kind: 'never' };
export interface ScalarShape extends NotedShape {
  readonly kind: 'scalar';
  readonly type: ScalarType;
  readonly values?: readonly Primitive[];
  readonly limits: ShapeBounds;
}
export type Member = { readonly shape: Shape; readonly required: boolean };
export interface ObjectShape extends NotedShape {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, Member>;
  /** The shape of other keys' values. `unsaid`: the schema is silent, and the gate lets none in. */
  readonly rest: Shape | false | 'unsaid';
  readonly keys?: Shape;
  readonly limits: ShapeBounds;
}
export interface ArrayShape extends NotedShape {
  readonly kind: 'array';
  readonly prefix: readonly Shape[];
  /** The shape of all items after the prefix. */
  readonly items: Shape | false;
  readonly limits: ShapeBounds;
}
export interface UnionShape extends NotedShape {
  readonly kind: 'union';
  readonly branches: readonly Shape[];
  /** `oneOf`: one branch and no other. */
  readonly exactlyOne: boolean;
}
export type RefShape = NotedShape & { readonly kind: 'ref'; readonly target: string };
export type RefTargets = ReadonlyMap<string, Shape>;

/** Something of the schema that the provider will not hold; the gate still checks it. */
export interface Loss {
  /** The place in the arguments, such as `todos[].status`; empty for all of them. */
  readonly path: string;
  readonly keyword: string;
  readonly says: string;
}

export const NO_NOTES: ShapeNotes = Object.freeze({});
export const ANY: AnyShape = Object.freeze({ kind: 'any', notes: NO_NOTES });
export const NEVER: NeverShape = Object.freeze({ kind: 'never', notes: NO_NOTES });
export const NULL: ScalarShape = Object.freeze({ kind: 'scalar', type: 'null', limits: {}, notes: NO_NOTES });
export const TEXT: ScalarShape = Object.freeze({ kind: 'scalar', type: 'string', limits: {}, notes: NO_NOTES });
export const joinKey = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/** The shape behind references; nothing where they lead in a circle or nowhere. */
export function follow(shape: Shape, targets: RefTargets): Exclude<Shape, RefShape> | undefined {
  const seen = new Set<string>();
  let at: Shape | undefined = shape;
  while (at?.kind === 'ref') {
    if (seen.has(at.target)) return undefined;
    seen.add(at.target);
    at = targets.get(at.target);
  }
  return at;
}

export function unionOf(shapes: readonly Shape[], notes: ShapeNotes = NO_NOTES, exactlyOne = false): Shape {
  const branches = shapes.filter(shape => shape.kind !== 'never');
  const [first, ...others] = branches;
  if (!first) return { kind: 'never', notes };
  if (others.length === 0) return addNotes(first, notes);
  return { kind: 'union', branches, exactlyOne, notes };
}

export const notesOf = (checks: readonly ShapeCheck[]): ShapeNotes => (checks.length === 0 ? NO_NOTES : { checks });

/** Adds the notes of the outer schema, which go first. */
export function addNotes(shape: Shape, outer: ShapeNotes): Shape {
  if (outer === NO_NOTES || Object.keys(outer).length === 0) return shape;
  return { ...shape, notes: joinNotes(outer, shape.notes) };
}

export function joinNotes(outer: ShapeNotes, inner: ShapeNotes): ShapeNotes {
  const checks = [...(outer.checks ?? []), ...(inner.checks ?? [])];
  return { ...inner, ...outer, ...(checks.length === 0 ? {} : { checks }) };
}

/** The shapes directly inside, references not followed. */
export function* shapesInside(shape: Shape): Generator<Shape> {
  if (shape.kind === 'union') yield* shape.branches;
  else if (shape.kind === 'array') {
    yield* shape.prefix;
    if (shape.items !== false) yield shape.items;
  } else if (shape.kind === 'object') {
    for (const member of shape.members.values()) yield member.shape;
    if (typeof shape.rest === 'object') yield shape.rest;
  }
}

/** All shapes that are reached from a shape, each once; also through references where their targets are given. */
export function everything(root: Shape, targets?: RefTargets): Set<Shape> {
  const seen = new Set<Shape>([root]);
  for (const shape of seen) {
    for (const child of shapesInside(shape)) seen.add(child);
    const target = shape.kind === 'ref' ? targets?.get(shape.target) : undefined;
    if (target) seen.add(target);
  }
  return seen;
}
