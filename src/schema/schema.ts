import type { StandardSchemaV1 } from './libraries/standard.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** The schemas that a tool author may give: Zod 4, any Standard Schema that gives JSON Schema, or plain JSON Schema. */
export type Schema<Output = unknown> = StandardSchemaV1<unknown, Output> | JsonSchema;

export type InferOutput<S> =
  S extends StandardSchemaV1<infer _I, infer O> ? O : S extends JsonSchema ? Record<string, unknown> : never;
