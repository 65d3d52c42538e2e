import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CallOptions } from '../../pipeline/calls/calls.ts';
import { LangChainTools } from '../../registry/langchain/langchain-tools.ts';
import type { Metadata } from '../../tool/context.ts';
import type { Permissions } from '../../tool/define.ts';
import type { Capability } from '../../tool/effect.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { type BuiltIn, builtInTools } from '../shared/built-in.ts';
import { type DoorOptions, LateGate } from '../shared/late-gate.ts';
import type { InitInfo, TitledResult, ToolContext, ToolInitContext } from './define-tool.ts';

/** Tools that are there from the start, under the names of this door. */
const NAMES = 'read write edit glob grep list bash task todowrite todoread webfetch'.split(' ');

export interface ToolsOptions {
  initCtx?: ToolInitContext;
  createContext?: (toolId: string, callId: string | undefined) => ToolContext;
  onToolResult?: (result: TitledResult) => void;
}

/** A LangChain tool, as far as it can be told without that package. */
interface InvokableTool {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
  invoke(input: unknown): Promise<unknown>;
}

type KnownTool = { readonly info: InitInfo; readonly permissions: Permissions };

/** The tools of the process: built-in ones, and those that code registers. Calls run through one gate. */
class ProcessRegistry {
  readonly #tools: Map<string, KnownTool>;
  readonly #gate: LateGate;
  #langChain: LangChainTools | undefined;
  /** The last result of each tool, by the tool's name. */
  readonly lastResults = new Map<string, TitledResult>();

  constructor() {
    const builtIn = builtInTools(NAMES);
    this.#gate = new LateGate({}, { builtIn });
    this.#tools = new Map(builtIn.map(tool => [tool.name, this.#known(tool)]));
  }

  /** Sets the options of the gate: its workspace, policy, approver. Before the first call. */
  configure(options: DoorOptions): void {
    this.#gate.configure(options);
  }

  /** Registers a tool; the text at `descriptionPath` replaces its description. */
  register(info: InitInfo, given: { permissions: Permissions; descriptionPath?: string }): void {
    const { permissions, descriptionPath } = given;
    this.#tools.set(info.id, { info, permissions });
    this.#gate.register(info, { permissions, descriptionPath });
  }

  unregister(id: string): boolean {
    this.#gate.unregister(id);
    return this.#tools.delete(id);
  }

  get(id: string): InitInfo | undefined {
    return this.#tools.get(id)?.info;
  }

  /** The tools whose required permissions are all among these. */
  enabled(permissions: Iterable<Capability>): InitInfo[] {
    const granted = new Set(permissions);
    const isEnabled = ({ permissions: { required } }: KnownTool) =>
      required.every(capability => granted.has(capability));
    return [...this.#tools.values()].filter(isEnabled).map(({ info }) => info);
  }

  /** The tools in the form that LangChain takes; `T` is that package's own type of a tool. */
  async tools<T = InvokableTool>(options: ToolsOptions = {}): Promise<T[]> {
    const { initCtx, createContext, onToolResult } = options;
    const { registry } = await this.#gate.agent();
    this.#langChain ??= new LangChainTools({
      ready: init => registry.ready(init),
      catalogue: () => registry.catalogue('classic').filter(({ name }) => this.#tools.has(name)),
      execute: (id, args, ctx) => this.#gate.execute({ name: id, args }, ctx),
    });
    const made = await this.#langChain.list({
      initCtx: initCtx?.workingDir === undefined ? undefined : { cwd: initCtx.workingDir },
      createContext: (id, callID) => ({ ...(createContext && optionsOf(createContext(id, callID))) }),
      onToolResult: outcome => onToolResult?.(this.#note(outcome)),
    });
    return made as T[];
  }

  async execute(id: string, args: unknown, ctx: ToolContext): Promise<TitledResult> {
    return this.#note(await this.#gate.execute({ id: ctx.callID, name: id, args }, optionsOf(ctx)), id);
  }

  /** Ends the gate that calls have opened. */
  close(): Promise<void> {
    this.#langChain = undefined;
    return this.#gate.close();
  }

  #note(outcome: Outcome, id = outcome.tool): TitledResult {
    const result = toTitledResult(outcome);
    this.lastResults.set(id, result);
    return result;
  }

  #known({ name, card }: BuiltIn): KnownTool {
    const execute = (args: unknown, ctx: ToolContext) => this.execute(name, args, ctx);
    const initialized = { description: card.description, parameters: card.parameters, execute };
    const info = { id: name, init: async () => initialized, definition: initialized } as unknown as InitInfo;
    return { info, permissions: { required: card.required } };
  }
}

/** The result of an outcome; a failure has its code in the metadata. */
function toTitledResult({ title, output, metadata, attachments, error }: Outcome): TitledResult {
  const said: Metadata = error ? { ...metadata, error: error.code } : metadata;
  return { title, output, metadata: said, ...(attachments.length > 0 ? { attachments: [...attachments] } : {}) };
}

function optionsOf(ctx: ToolContext): CallOptions & Record<string, unknown> {
  const { sessionID, messageID, agent, abort } = ctx;
  return {
    sessionID,
    messageID,
    agent,
    abort,
    onEvent: ({ type, data: { toolName: _, ...update } }) => {
      if (type === 'tool_call_update') ctx.metadata(update);
    },
  };
}

export const processTools = new ProcessRegistry();

type BuiltinEntry = { tool: InitInfo; permissions: Permissions };

/** Registers tools; a text beside them, named by the tool, is its description. */
export function registerBuiltinTools(folder: string, entries: readonly BuiltinEntry[]): void {
  for (const { tool, permissions } of entries) {
    const path = join(folder, `${tool.id}.txt`);
    processTools.register(tool, { permissions, descriptionPath: existsSync(path) ? path : undefined });
  }
}
