import type { JsonSchema, Outcome } from '../../../../index.ts';
import { boundValue } from './bound-value.ts';
import { portableSchema } from './portable-schema.ts';

/** The text for the model and the value beside it, for programs that have asked for values. */
interface StructuredResult {
  /** The output, cut and with all notes: hosts that show a model nothing but the structured content show this. */
  readonly output: string;
  readonly value?: unknown;
}

/** The schema of an object in both eras; `value` is left out where even its beginning is too large. */
export const structuredSchema = (returns: JsonSchema): JsonSchema => {
  const { $defs, definitions, ...value } = portableSchema(returns);
  return {
    type: 'object',
    properties: { output: { type: 'string' }, value },
    required: ['output'],
    // References inside the value lead to the root.
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
};

/** An outcome's structured form; `most`: characters of the value as JSON. */
export function structuredForm({ output, value, metadata }: Outcome, most: number): StructuredResult {
  const { outputPath } = metadata;
  const bounded = boundValue(value, { most, rest: typeof outputPath === 'string' ? outputPath : undefined });
  return { output, value: bounded };
}
