import type { CallContext, Context, Metadata, Result } from './context.ts';
import type { Capability, Danger, Effects } from './effect.ts';
import type { InferOutput, MaybePromise, Schema } from './schema/schema.ts';

export interface Permissions {
  readonly required: readonly Capability[];
  readonly optional?: readonly Capability[];
}

/** Another name for a tool. `map` turns that name's arguments into the tool's own, before anything looks at them. */
export interface Alias {
  readonly name: string;
  /** Old key → own key, for plain renames; models still see the old names in the alias's schema. */
  readonly rename?: Readonly<Record<string, string>>;
  readonly map?: (args: Record<string, unknown>) => Record<string, unknown>;
}

export interface Retry {
  /** How often at most, the first time included. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubles each time. */
  readonly delay?: number;
}

export interface Definition<
  P extends Schema = Schema,
  R extends Schema | undefined = Schema | undefined,
  M extends Metadata = Metadata,
> {
  readonly description: string;
  /** A text beside the tool, with `${workspace}`, `${directory}` and `${cwd}`; replaces `description` for models. */
  readonly descriptionFile?: string | URL;
  readonly parameters: P;
  readonly returns?: R;
  readonly permissions?: Permissions;
  readonly effects?: (args: InferOutput<P>, ctx: CallContext) => MaybePromise<Effects>;
  readonly danger?: Danger | ((args: InferOutput<P>) => Danger);
  readonly approval?: boolean | ((args: InferOutput<P>, ctx: CallContext) => MaybePromise<boolean | string>);
  readonly aliases?: readonly Alias[];
  /** Other names of parameters that are understood under every name of the tool: other → own. */
  readonly parameterNames?: Readonly<Record<string, string>>;
  /**
   * All that it changes goes through `ctx.files` and `ctx.history`. So nothing happens before the commit: the call can
   * be rehearsed to show its diff, planned, and repeated after a crash.
   */
  readonly staged?: boolean;
  /** The call that this one stands for; it is then judged and run as that call. */
  readonly delegates?: (args: InferOutput<P>) => { readonly name: string; readonly args: unknown };
  /** Milliseconds. */
  readonly timeout?: number;
  readonly retry?: Retry;
  /** Running it twice does no more than running it once. */
  readonly idempotent?: boolean;
  readonly preview?: (result: Result<ValueOf<R>, M>, maxLines: number) => readonly string[];
  readonly execute: (args: InferOutput<P>, ctx: Context<M>) => MaybePromise<Result<ValueOf<R>, M>>;
}

export type ValueOf<R> = R extends Schema ? InferOutput<R> : unknown;

export interface InitContext {
  readonly workspace: string;
  readonly cwd: string;
}

/** A tool as it is registered: a name, and its definition, at once or when first needed. */
export interface Info<
  P extends Schema = Schema,
  R extends Schema | undefined = Schema | undefined,
  M extends Metadata = Metadata,
> {
  readonly id: string;
  readonly definition: Definition<P, R, M> | ((init: InitContext) => Promise<Definition<P, R, M>>);
}

const NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

/** Defines a tool, at once or by a function that is run once, when the tool is first needed. */
export function define<P extends Schema, R extends Schema | undefined = undefined, M extends Metadata = Metadata>(
  id: string,
  definition: Definition<P, R, M> | ((init: InitContext) => Promise<Definition<P, R, M>>),
): Info<P, R, M> {
  if (!NAME.test(id)) throw new TypeError(`Tool name ${JSON.stringify(id)} must match ${NAME}`);
  return Object.freeze({ id, definition });
}
