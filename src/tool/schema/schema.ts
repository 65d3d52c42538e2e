import type { StandardSchemaV1 } from './standard.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** What a tool author may give: Zod 4, any Standard Schema that gives JSON Schema, or plain JSON Schema. */
export type Schema<Output = unknown> = StandardSchemaV1<unknown, Output> | JsonSchema;

export type InferOutput<S> =
  S extends StandardSchemaV1<infer _I, infer O> ? O : S extends JsonSchema ? Record<string, unknown> : never;

/** One thing wrong with a value. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type CheckResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] };

export type MaybePromise<T> = T | Promise<T>;

/** A schema made ready once: its JSON form for models, and a check. */
export interface CompiledSchema {
  /** JSON Schema (draft 2020-12) of the input: defaults are optional. */
  readonly json: JsonSchema;
  /** Validates, fills defaults; no repair. Refuses keys that would be dropped or are typing errors. Sync where it can be. */
  check(value: unknown): MaybePromise<CheckResult>;
}
