import { isRecord } from '../../json.ts';
import type { Loss, ObjectShape, RefTargets, Shape } from '../shape.ts';
import { ANY, everything, follow, NO_NOTES } from '../shape.ts';
import { fits } from './fits.ts';
import type { Codec, LoweredShape } from './lowering.ts';

type Root = { readonly shape: ObjectShape; readonly codec: Codec | undefined; readonly losses: readonly Loss[] };

/** The arguments as an object, which every provider wants: anything else goes into a property of one. */
export function atRoot({ shape, codec }: LoweredShape, source: Shape, targets: RefTargets): Root {
  if (shape.kind === 'object') return { shape, codec, losses: [] };
  if (shape.kind === 'any' || shape.kind === 'never') {
    const free: ObjectShape = { kind: 'object', members: new Map(), rest: ANY, limits: {}, notes: shape.notes };
    const loss =
      shape.kind === 'never'
        ? { path: '', keyword: 'not', says: 'no arguments are right' }
        : { path: '', keyword: 'type', says: 'no type is given; taken for object' };
    return { shape: free, codec, losses: [loss] };
  }
  const name = wrapperName(source, targets);
  const members = new Map([[name, { shape, required: true }]]);
  const wrapper: ObjectShape = { kind: 'object', members, rest: false, limits: {}, notes: NO_NOTES };
  return {
    shape: wrapper,
    codec: wrapped(name, codec, value => fits(source, value, { run: { left: 10_000 }, targets })),
    losses: [],
  };
}

/** A wrapper's name that no form of the arguments has itself. */
function wrapperName(source: Shape, targets: RefTargets): string {
  const taken = new Set<string>();
  const first = follow(source, targets) ?? source;
  for (const shape of first.kind === 'union' ? everything(first, targets) : [])
    if (shape.kind === 'object') for (const name of shape.members.keys()) taken.add(name);
  let name = 'arguments';
  while (taken.has(name)) name += '_';
  return name;
}

/** The codec of a wrapper, which a model may well leave out. */
const wrapped = (name: string, inner: Codec | undefined, isRight: (value: unknown) => boolean): Codec => ({
  lift(value, run) {
    const isWrapper = isRecord(value) && Object.hasOwn(value, name) && Object.keys(value).length === 1;
    const outside = inner ? inner.lift(value, run) : value;
    if (!isWrapper) return outside;
    const inside = inner ? inner.lift(value[name], run) : value[name];
    return !isRight(inside) && isRight(outside) ? outside : inside;
  },
  lower: (value, run) => ({ [name]: inner ? inner.lower(value, run) : value }),
});
