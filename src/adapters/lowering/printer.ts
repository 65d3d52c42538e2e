import type { JsonSchema } from '../../index.ts';
import type { Rules } from './profiles.ts';
import type { Shape, Targets } from './shape.ts';

/** What the parts of the printer share. */
export interface Printer {
  readonly rules: Rules;
  readonly targets: Targets;
  print(shape: Shape, path: string): JsonSchema;
  lose(path: string, keyword: string, says: string): void;
}
