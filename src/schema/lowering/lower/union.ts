import { isRecord } from '../../json.ts';
import type { ArrayShape, ObjectShape, RefTargets, ScalarShape, Shape, UnionShape } from '../shape.ts';
import { follow } from '../shape.ts';
import { type Conversion, fits } from './fits.ts';
import type { Codec, LoweredShape, Lowering } from './lowering.ts';

type Branch = LoweredShape & { readonly source: Shape };

/** Lowers each branch of a union. Values go by the first branch that takes them. */
export function lowerUnion(lowering: Lowering, union: UnionShape, path: string): LoweredShape {
  const branches: Branch[] = union.branches.map(source => ({ source, ...lowering.lower(source, path) }));
  const shape: UnionShape = { ...union, branches: branches.map(branch => branch.shape), exactlyOne: false };
  if (union.exactlyOne && !areApart(union.branches, lowering.targets))
    lowering.lose(path, 'oneOf', 'that no second form may fit is left to the gate');
  if (branches.every(branch => !branch.codec)) return { shape };
  lowering.later(() => {
    if (areApart(shape.branches, lowering.loweredTargets)) return;
    lowering.lose(path, 'anyOf', 'some forms look alike; a value is read as the first that fits');
  });
  return { shape, codec: unionCodec(lowering, branches) };
}

const MOST_COMPARED = 200;

function areApart(shapes: readonly Shape[], targets: RefTargets): boolean {
  if (shapes.length > MOST_COMPARED) return false;
  const look = { targets, left: 100_000 };
  return shapes.every((a, i) => shapes.slice(i + 1).every(b => areDisjoint(a, b, look)));
}

const unionCodec = ({ targets, loweredTargets }: Lowering, branches: readonly Branch[]): Codec => ({
  lower(value, run) {
    const branch =
      branches.find(({ source }) => fits(source, value, { run, targets })) ??
      branches.find(({ source }) => fits(source, value, { run, targets, loose: true }));
    return branch?.codec ? branch.codec.lower(value, run) : value;
  },
  lift(value, run) {
    for (const { source, shape, codec } of branches) {
      if (!fits(shape, value, { run, targets: loweredTargets, loose: true })) continue;
      const lifted = codec ? codec.lift(value, run) : value;
      if (fits(source, lifted, { run, targets, loose: true })) return lifted;
    }
    if (branches.some(({ source }) => fits(source, value, { run, targets }))) return value;
    return liftNearest(branches, value, { run, targets: loweredTargets });
  },
});

/** Lifts a value with a mistake in it: by the one branch that it can be meant for, so that only the mistake is left. */
function liftNearest(
  branches: readonly Branch[],
  value: unknown,
  look: { run: Conversion; targets: RefTargets },
): unknown {
  const meant = branches.filter(({ shape }) => mayBeMeant(shape, value, look.targets));
  const codec = meant.length === 1 ? meant[0]!.codec : undefined;
  return codec ? codec.lift(value, look.run) : value;
}

function mayBeMeant(form: Shape, value: unknown, targets: RefTargets): boolean {
  const shape = follow(form, targets);
  if (shape?.kind === 'array') return Array.isArray(value);
  if (shape?.kind === 'union')
    return shape.branches.some(branch => branch !== form && mayBeMeant(branch, value, targets));
  if (shape?.kind !== 'object' || !isRecord(value)) return false;
  for (const [name, { shape: member, required }] of shape.members) {
    if (!required || member.kind !== 'scalar' || !member.values) continue;
    if (!Object.hasOwn(value, name) || !member.values.includes(value[name] as string)) return false;
  }
  return true;
}

interface DisjointSearch {
  readonly targets: RefTargets;
  /** The steps that are left; beyond them nothing is sure. */
  left: number;
}

/** Whether it is sure that no value fits both shapes. */
function areDisjoint(a: Shape, b: Shape, look: DisjointSearch, depth = 0): boolean {
  if (depth > 6 || --look.left < 0) return false;
  const left = follow(a, look.targets);
  const right = follow(b, look.targets);
  if (!left || !right || left.kind === 'any' || right.kind === 'any') return false;
  if (left.kind === 'never' || right.kind === 'never') return true;
  if (left.kind === 'union') return left.branches.every(branch => areDisjoint(branch, right, look, depth + 1));
  if (right.kind === 'union') return right.branches.every(branch => areDisjoint(left, branch, look, depth + 1));
  if (left.kind === 'scalar' && right.kind === 'scalar') return scalarsAre(left, right);
  if (left.kind === 'object' && right.kind === 'object')
    return needsUnknown(left, right) || needsUnknown(right, left) || membersAre(left, right, look, depth);
  if (left.kind === 'array' && right.kind === 'array') return arraysAre(left, right, look, depth);
  return true;
}

function scalarsAre(a: ScalarShape, b: ScalarShape): boolean {
  const isNumber = (shape: ScalarShape) => shape.type === 'number' || shape.type === 'integer';
  if (a.type !== b.type && !(isNumber(a) && isNumber(b))) return true;
  return a.values !== undefined && b.values !== undefined && !a.values.some(value => b.values!.includes(value));
}

/** Whether one shape needs a key that the other, being closed, does not know. */
function needsUnknown(one: ObjectShape, other: ObjectShape): boolean {
  if (other.rest !== false) return false;
  return [...one.members].some(([name, member]) => member.required && !other.members.has(name));
}

/** Whether a key that one shape must have holds something else in the other. */
function membersAre(a: ObjectShape, b: ObjectShape, look: DisjointSearch, depth: number): boolean {
  for (const [name, inA] of a.members) {
    const inB = b.members.get(name);
    if (inB && (inA.required || inB.required) && areDisjoint(inA.shape, inB.shape, look, depth + 1)) return true;
  }
  return false;
}

function arraysAre(a: ArrayShape, b: ArrayShape, look: DisjointSearch, depth: number): boolean {
  const least = (shape: ArrayShape) => (shape.limits.minItems as number | undefined) ?? 0;
  if (least(a) === 0 && least(b) === 0) return false;
  const [inA, inB] = [a.prefix[0] ?? a.items, b.prefix[0] ?? b.items];
  return inA === false || inB === false || areDisjoint(inA, inB, look, depth + 1);
}
