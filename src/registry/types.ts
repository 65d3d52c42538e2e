import type { RuntimePolicy } from '../policy/types.ts';
import type { JsonSchema } from '../schema/schema.ts';
import type { Alias, Info, InitContext } from '../tool/define.ts';
import type { Failure } from '../tool/error.ts';
import type { ForeignTool } from '../tool/from/from.ts';
import type { MaybePromise } from '../tool/maybe-promise.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { ReadyOptions } from '../tool/ready.ts';
import type { ToolDescription, ToolHints } from './card.ts';
import type { Origin, RegisteredTool, RegisterOptions } from './registered.ts';

export type RegistryEvent =
  | { readonly type: 'register'; readonly tool: string; readonly pack?: string; readonly replaced: boolean }
  | { readonly type: 'unregister'; readonly tool: string }
  /** The list of loadable tools has changed; no tool has come or gone. */
  | { readonly type: 'announce'; readonly tool?: undefined }
  /** A call has come to its outcome, whoever made it: agents below this one too. */
  | ({ readonly type: 'execute'; readonly tool: string; readonly ok: boolean } & ReportedCall)
  /** A call has failed; without a `callID`, the registry itself has. */
  | ({ readonly type: 'error'; readonly tool: string; readonly error: Failure } & Partial<ReportedCall>);

/** The call that an event is about, and the agent that made it. */
export type ReportedCall = { readonly callID: string; readonly sessionID: string; readonly agent: string };

/** The names that models see; `classic` shows each tool by its first other name of that vocabulary. */
export type Vocabulary = 'canonical' | 'classic';

/** All that can be told of a tool without a call. */
export interface CataloguedTool extends ToolDescription {
  /** The schema of `value`; left out: text. */
  readonly returns?: JsonSchema;
  readonly hints: ToolHints;
  readonly pack?: string;
  readonly origin: Origin;
}

/** Runs a tool by its name, through the pipeline. */
export type Executor = (id: string, args: unknown, ctx?: Record<string, unknown>) => Promise<Outcome>;

export interface ToolMatch {
  readonly tool: RegisteredTool;
  /** Set when the name was not the tool's own. */
  readonly alias?: Alias;
}

/** Resolves names that are not registered; `null` for a name that it does not know. Gives what `Tool.from` takes. */
export type ToolResolver = (name: string) => MaybePromise<Info | ForeignTool | null | undefined>;

export type ToolSummary = { readonly name: string; readonly description: string };

/** Tools that are known by a line each and loaded when they are asked for. */
export interface LazySource {
  readonly summaries: () => readonly ToolSummary[];
  readonly resolve: ToolResolver;
  /** The source itself, in a line, as long as it cannot tell its tools. */
  readonly absent?: () => ToolSummary | undefined;
  /** Resolves once the summaries are there, or will not come. */
  readonly ready?: () => Promise<unknown>;
  readonly options?: RegisterOptions;
}

export interface RegistryOptions {
  readonly init?: InitContext;
  /** The present place of the agent, for descriptions that name it; default `init`. */
  readonly place?: () => InitContext;
  readonly readText?: ReadyOptions['readText'];
  readonly toolResolver?: ToolResolver;
  /** The policy in force: a pack whose profile it does not allow is refused. Left out: no pack is. */
  readonly policyNow?: () => RuntimePolicy | undefined;
  /** Names that no foreign tool may take, also while no tool has them. */
  readonly reserved?: Iterable<string>;
}

/** The parts that a gate brings to a registry that was made without one. */
export type GateParts = Required<Pick<RegistryOptions, 'init' | 'place' | 'readText' | 'policyNow'>>;

export const REGISTRY_OPTIONS: Readonly<Record<keyof RegistryOptions, true>> = {
  place: true,
  init: true,
  readText: true,
  toolResolver: true,
  policyNow: true,
  reserved: true,
};
