import type { Rules } from '../profiles.ts';
import type { RefTargets, Shape } from '../shape.ts';
import type { ChangeTest } from './changes.ts';
import type { Conversion } from './fits.ts';

/** Turns values of one form into the other. Nothing where both forms are the same. */
export interface Codec {
  lift(value: unknown, run: Conversion): unknown;
  lower(value: unknown, run: Conversion): unknown;
}

export interface LoweredShape {
  readonly shape: Shape;
  readonly codec?: Codec | undefined;
}

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
