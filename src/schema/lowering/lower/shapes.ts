import { mentions, namesInCycles } from '../cycles.ts';
import type { Rules } from '../profiles.ts';
import { follow, type Loss, type RefTargets, type Shape } from '../shape.ts';
import { lowerArray } from './array.ts';

import { type Codec, compileChanges, type LoweredShape, type Lowering } from './lowering.ts';
import { lowerObject } from './object.ts';
import { lowerUnion } from './union.ts';

/** The most work in all, for a shape that is met twice is lowered twice. */
const LARGEST = 30_000;

/** Shapes in the forms that a provider knows, with the conversion of values both ways. */
export function lowerShapes(root: Shape, targets: RefTargets, rules: Rules) {
  const losses: Loss[] = [];
  const loweredTargets = new Map<string, Shape>();
  const codecs = new Map<string, Codec | undefined>();
  const waiting = new Map<string, string>();
  const checks: (() => void)[] = [];
  let left = LARGEST;

  const lowering: Lowering = {
    rules,
    targets,
    loweredTargets,
    changes: compileChanges(targets, rules),
    cycles: namesInCycles(mentions(targets)),
    lose: (path, keyword, says) => losses.push({ path, keyword, says }),
    later: check => checks.push(check),
    lower(shape, path) {
      if (--left < 0) throw new RangeError('it is too large');
      if (shape.kind === 'object') return withLoweredNotes(lowerObject(lowering, shape, path));
      if (shape.kind === 'array') return withLoweredNotes(lowerArray(lowering, shape, path));
      if (shape.kind === 'union') return withLoweredNotes(lowerUnion(lowering, shape, path));
      if (shape.kind !== 'ref') return { shape };
      if (!waiting.has(shape.target)) waiting.set(shape.target, path);
      return { shape, codec: lowering.changes(shape) ? codecOf(shape.target) : undefined };
    },
  };

  /** The codec of a target, found by name, since a target may contain itself. */
  function codecOf(target: string): Codec {
    return {
      lift: (value, run) => codecs.get(target)?.lift(value, run) ?? value,
      lower: (value, run) => codecs.get(target)?.lower(value, run) ?? value,
    };
  }

  const lowered = lowering.lower(follow(root, targets) ?? root, '');
  for (const [target, path] of waiting) {
    const shape = targets.get(target);
    if (!shape) continue;
    const { shape: form, codec } = lowering.lower(shape, path);
    loweredTargets.set(target, form);
    codecs.set(target, codec);
  }
  for (const check of checks) check();
  return { root: lowered, targets: loweredTargets, losses };
}

/** Shows defaults and examples in the form that is sent. */
function withLoweredNotes({ shape, codec }: LoweredShape): LoweredShape {
  const { defaults, examples } = shape.notes;
  if (!codec || (!defaults && !examples)) return { shape, codec };
  const lower = (value: unknown) => codec.lower(value, { left: 10_000 });
  const notes = {
    ...shape.notes,
    ...(defaults ? { defaults: { value: lower(defaults.value) } } : {}),
    ...(examples ? { examples: examples.map(lower) } : {}),
  };
  return { shape: { ...shape, notes }, codec };
}
