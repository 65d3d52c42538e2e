import { leadingTo, mentions } from '../cycles.ts';
import type { Rules } from '../profiles.ts';
import { everything, type RefTargets, type Shape } from '../shape.ts';
import type { Conversion } from './fits.ts';

/** Turns values of one form into the other. Nothing where both forms are the same. */
export interface Codec {
  lift(value: unknown, run: Conversion): unknown;
  lower(value: unknown, run: Conversion): unknown;
}

export type LoweredShape = { readonly shape: Shape; readonly codec?: Codec | undefined };

export interface Lowering {
  readonly rules: Rules;
  readonly targets: RefTargets;
  readonly changes: ChangeTest;
  /** The targets that contain themselves. */
  readonly cycles: ReadonlySet<string>;
  /** The lowered targets, which `lift` looks at. */
  readonly loweredTargets: RefTargets;
  lower(shape: Shape, path: string): LoweredShape;
  lose(path: string, keyword: string, says: string): void;
  /** Runs a check once the targets are lowered too. */
  later(check: () => void): void;
}

/** Whether values of a shape look different once they are lowered for a provider. */
type ChangeTest = (shape: Shape) => boolean;

export function compileChanges(targets: RefTargets, rules: Rules): ChangeTest {
  const own = [...targets].filter(([, shape]) => hasChange(shape, rules)).map(([target]) => target);
  const changed = leadingTo(own, mentions(targets));
  return shape => hasChange(shape, rules, changed);
}

const hasChange = (shape: Shape, rules: Rules, targets?: ReadonlySet<string>): boolean =>
  [...everything(shape)].some(each => (each.kind === 'ref' ? targets?.has(each.target) : changesItself(each, rules)));

function changesItself(shape: Shape, rules: Rules): boolean {
  if (shape.kind === 'array') return shape.prefix.length > 0 && !rules.tuples && rules.closed;
  if (shape.kind !== 'object') return false;
  if (typeof shape.rest === 'object' && !rules.records) return true;
  for (const [name, member] of shape.members) {
    if (rules.allRequired && !member.required) return true;
    if (isForeignName(name, rules)) return true;
  }
  return false;
}

export function isForeignName(name: string, rules: Rules): boolean {
  return rules.names !== undefined && !rules.names.test(name);
}
