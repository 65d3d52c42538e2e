import type { JsonSchema } from '../../schema.ts';
import type { Rules } from '../profiles.ts';
import type { RefTargets, Shape } from '../shape.ts';

export interface Printer {
  readonly rules: Rules;
  readonly targets: RefTargets;
  print(shape: Shape, path: string): JsonSchema;
  lose(path: string, keyword: string, says: string): void;
}
