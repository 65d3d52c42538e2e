import type { Vocabulary } from '../../index.ts';
import type { Profile } from '../../schema/lowering/lower-schema.ts';

export interface OpenAIOptions {
  /** Hold the model to each schema that strict mode can take; default true. */
  readonly strict?: boolean;
  /** The names that the model sees. */
  readonly vocabulary?: Vocabulary;
}

export const profileOf = (strict: boolean): Profile => (strict ? 'openai-strict' : 'openai');
