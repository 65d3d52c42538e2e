import { unusableSchema } from '../schema/libraries/unusable.ts';
import type { InferOutput, Schema } from '../schema/schema.ts';
import { checkOptions } from './check-options.ts';
import type { CallContext, Context, Metadata, Result } from './context.ts';
import type { Assessment, Capability, Danger, Effects } from './effect.ts';
import { callingModule } from './loading/description-file.ts';
import type { MaybePromise } from './maybe-promise.ts';

export type Permissions = { readonly required: readonly Capability[]; readonly optional?: readonly Capability[] };

/** Another name for a tool. `map` turns that name's arguments into the tool's own, before anything looks at them. */
export interface Alias {
  readonly name: string;
  /** Old key → own key, for plain renames; models still see the old names in the alias's schema. */
  readonly rename?: Readonly<Record<string, string>>;
  readonly map?: (args: Record<string, unknown>) => Record<string, unknown>;
  /** False where models of the classic vocabulary see the tool's own name, not this one. */
  readonly classic?: boolean;
}

export interface Retry {
  /** The most attempts, the first one included. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubled each time. */
  readonly delay?: number;
  /**
   * The errors after which the call is tried again: those that say `retryable: true`, or also any that has no code of
   * its own, such as a plain `Error`. Left out: the first, and whoever registers the tool is told so.
   */
  readonly on?: 'retryable' | 'any';
}

/** The things that a yes to a call is bound to beside its arguments and effects. Paths are of the workspace. */
export interface ApprovalBinding {
  /** The folder that the call runs in; people are shown it. */
  readonly cwd: string;
  /** Files that tell the call's program what to do. If one changes while a person looks, the person is asked again. */
  readonly files: readonly string[];
}

export interface Definition<
  P extends Schema = Schema,
  R extends Schema | undefined = Schema | undefined,
  M extends Metadata = Metadata,
> {
  readonly description: string;
  /**
   * A text beside the tool that replaces `description` for models. Its `${workspace}`, `${directory}` and `${cwd}` say where
   * the agent is. A relative path is taken from the module that defines the tool, else from the root of its package.
   * Where there is no such file, `description` stands in for it.
   */
  readonly descriptionFile?: string | URL;
  /** A text that changes meanwhile, shown after the description each time the tools are listed. */
  readonly announces?: () => string;
  readonly parameters: P;
  readonly returns?: R;
  readonly permissions?: Permissions;
  readonly effects?: (args: InferOutput<P>, ctx: CallContext) => MaybePromise<Effects>;
  readonly danger?: Danger | ((args: InferOutput<P>, ctx: CallContext) => MaybePromise<Danger | Assessment>);
  readonly approval?: boolean | ((args: InferOutput<P>, ctx: CallContext) => MaybePromise<boolean | string>);
  /** The things that an answer is bound to, for tools that run programs; asked for only where a person is. */
  readonly bound?: (args: InferOutput<P>, ctx: CallContext) => MaybePromise<ApprovalBinding>;
  readonly aliases?: readonly Alias[];
  /** Other names of parameters that are understood under every name of the tool: other → own. */
  readonly parameterNames?: Readonly<Record<string, string>>;
  /**
   * Whether all that the tool changes goes through `ctx.files` and `ctx.history`. So nothing happens before the commit:
   * the call can be rehearsed to show its diff, planned, and repeated after a crash.
   */
  readonly staged?: boolean;
  /**
   * Whether all programs of a call run in the sandbox on a layer over the workspace (`ctx.files.through`). So their
   * changes are judged path by path before they are written, and the sandbox holds paths outside of the workspace.
   */
  readonly sandboxed?: boolean | ((args: InferOutput<P>) => boolean);
  /**
   * Whether a call's program can first be run only to see what it does, with `ctx.rehearsed`: it reaches no host, and
   * nothing of it lasts but what waits for the commit. For tools that are `sandboxed`.
   */
  readonly rehearses?: (args: InferOutput<P>, ctx: CallContext) => MaybePromise<boolean>;
  /**
   * Whether others write the tool's results, which may then hold instructions of theirs: all of it, as values (`true`)
   * or as one text in which nothing stands for itself (`'text'`), or only these parts (`body`, `items.*.note`). Left
   * out: true for tools of others, those that use the network, and those without `effects`, `danger` and `targets`.
   */
  readonly untrusted?: boolean | 'text' | readonly string[];
  /** The private things that the tool reads and that are no files, in a word: `mail`. */
  readonly private?: string;
  /** The arguments that name where something goes: `recipients`, `to.*.address`. */
  readonly targets?: readonly string[];
  /** The tool takes recorded changes back: a rule that forbids writing there asks, as the change may have broken it. */
  readonly takesBack?: boolean;
  /** The call that this one stands for; it is then judged and run as that call. */
  readonly delegates?: (args: InferOutput<P>) => { readonly name: string; readonly args: unknown };
  /** Milliseconds that a call may take. */
  readonly timeout?: number;
  readonly retry?: Retry;
  /**
   * Whether every call only looks: nothing is different afterwards, here or elsewhere. For clients that show it; the gate
   * judges each call by its effects. Left out: what the capabilities say.
   */
  readonly readOnly?: boolean;
  /** Whether running the tool twice does no more than running it once. */
  readonly idempotent?: boolean;
  /** Whether a call that is made again as the same step of work goes on from its own record, and does nothing twice. */
  readonly resumes?: (args: InferOutput<P>) => boolean;
  /**
   * Whether the tool gives back a log of programs: models get a long one condensed (passed tests, fetched packages,
   * progress and repeated lines are folded), and the whole is kept for `read_file`.
   */
  readonly logs?: boolean | ((args: InferOutput<P>) => boolean);
  /** Whether the call is over at once or tells itself how it goes: nobody shows a sign that it is at work. */
  readonly quiet?: boolean;
  /** A few lines of a result for people; left out: the first lines of its output. */
  readonly preview?: (result: Result<ValueOf<R>, M>, maxLines: number) => readonly string[];
  readonly execute: (args: InferOutput<P>, ctx: Context<M>) => MaybePromise<Result<ValueOf<R>, M>>;
}

type ValueOf<R> = R extends Schema ? InferOutput<R> : unknown;

export type InitContext = { readonly workspace: string; readonly cwd: string };

/** A tool as it is registered: a name, and its definition, at once or when first needed. */
export interface Info<
  P extends Schema = Schema,
  R extends Schema | undefined = Schema | undefined,
  M extends Metadata = Metadata,
> {
  readonly id: string;
  readonly definition: Definition<P, R, M> | ((init: InitContext) => Promise<Definition<P, R, M>>);
  /** The module that defined the tool, if the tool may name a file beside it. */
  readonly module?: string | undefined;
}

const NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

/** A name that every provider takes: one odd name would make a whole list of tools fail there. */
export function checkToolName(name: string): string {
  if (!NAME.test(name)) throw new TypeError(`Tool name ${JSON.stringify(name)} must match ${NAME}`);
  return name;
}

/** Defines a tool, at once or by a function that is run once, when the tool is first needed. */
export function define<P extends Schema, R extends Schema | undefined = undefined, M extends Metadata = Metadata>(
  id: string,
  definition: Definition<P, R, M> | ((init: InitContext) => Promise<Definition<P, R, M>>),
): Info<P, R, M> {
  checkToolName(id);
  if (typeof definition !== 'function') checkDefinition(id, definition as Definition);
  const file = typeof definition === 'function' || definition.descriptionFile;
  return Object.freeze({ id, definition, ...(file ? { module: callingModule() } : {}) });
}

const DEFINITION_KEYS: Readonly<Record<keyof Definition, true>> = {
  description: true,
  descriptionFile: true,
  announces: true,
  parameters: true,
  returns: true,
  permissions: true,
  effects: true,
  danger: true,
  approval: true,
  bound: true,
  aliases: true,
  parameterNames: true,
  staged: true,
  sandboxed: true,
  rehearses: true,
  untrusted: true,
  private: true,
  targets: true,
  takesBack: true,
  delegates: true,
  timeout: true,
  retry: true,
  readOnly: true,
  idempotent: true,
  resumes: true,
  preview: true,
  logs: true,
  quiet: true,
  execute: true,
};

/** Checks what the types ask for, for authors who write without types. */
export function checkDefinition(id: string, definition: Definition): void {
  checkOptions(`The tool ${id}`, definition, DEFINITION_KEYS);
  const { description, parameters, execute } = definition ?? {};
  const missing = [
    ...(typeof description === 'string' ? [] : ['a description']),
    ...(isSchema(parameters) ? [] : ['parameters (a Zod object, a Standard Schema or a JSON Schema)']),
    ...(typeof execute === 'function' ? [] : ['execute']),
  ];
  if (missing.length > 0) throw new TypeError(`The tool ${id} needs ${missing.join(' and ')}`);
  for (const [name, schema] of Object.entries({ parameters, returns: definition.returns })) {
    const why = schema && unusableSchema(schema);
    if (why) throw new TypeError(`The tool ${id} cannot use its ${name}: ${why}`);
  }
}

/** Whether a value is a schema; some libraries make schemas that are functions. */
const isSchema = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';
