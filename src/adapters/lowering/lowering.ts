import type { Changes } from './changes.ts';
import type { Run } from './fits.ts';
import type { Rules } from './profiles.ts';
import type { Shape, Targets } from './shape.ts';

/** Values from one form into the other. Nothing where both are the same. */
export interface Codec {
  lift(value: unknown, run: Run): unknown;
  lower(value: unknown, run: Run): unknown;
}

export interface LoweredShape {
  readonly shape: Shape;
  readonly codec?: Codec | undefined;
}

/** What the parts of the lowering share. */
export interface Lowering {
  readonly rules: Rules;
  readonly targets: Targets;
  readonly changes: Changes;
  /** Targets that contain themselves. */
  readonly cycles: ReadonlySet<string>;
  /** The lowered targets, which `lift` looks at. */
  readonly loweredTargets: Targets;
  lower(shape: Shape, path: string): LoweredShape;
  lose(path: string, keyword: string, says: string): void;
  /** Once the targets are lowered too. */
  later(check: () => void): void;
}
