import { isRecord } from '../../json.ts';
import { follow, type RefTargets, type Shape, type UnionShape } from '../shape.ts';
import { areDisjoint } from './disjoint.ts';
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
