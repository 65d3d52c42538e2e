import { type ArrayShape, follow, type ObjectShape, type RefTargets, type ScalarShape, type Shape } from '../shape.ts';

interface DisjointSearch {
  readonly targets: RefTargets;
  /** The steps that are left; beyond them nothing is sure. */
  left: number;
}

/** Whether it is sure that no value fits both shapes. */
export function areDisjoint(a: Shape, b: Shape, look: DisjointSearch, depth = 0): boolean {
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
