import type { Toolgate } from '../../gate/toolgate.ts';
import type { CallRequest } from '../../pipeline/call.ts';
import type { Explanation } from '../../pipeline/explain.ts';
import type { RegistryEvent } from '../../registry/types.ts';
import { define, type Info, type Retry } from '../../tool/define.ts';
import type { Failure } from '../../tool/error.ts';
import { builtInTools } from '../shared/built-in.ts';
import { type DoorOptions, LateGate } from '../shared/late-gate.ts';
import {
  behindGate,
  builtInDefinition,
  runBy,
  type ToolDefinition,
  type ToolDraft,
} from '../shared/tool-definition.ts';

/** The tools that are there from the start. */
const NAMES = `read_file write_file edit_file list_files bash grep glob spawn_agent task_create task_update task_get
  task_list undo_file undo_turn search_files search_code get_file_info`.split(/\s+/);

/** An event of a registry. */
export interface ToolEvent {
  type: 'register' | 'unregister' | 'execute' | 'error';
  tool: string;
  callID?: string;
  /** The failure that an `error` event tells of. */
  error?: Failure;
}

export interface ExecutorOptions extends Omit<DoorOptions, 'toolResolver'> {
  /** Finds tools for names that are not registered. */
  toolResolver?: (toolName: string) => ToolDefinition | null;
  /** The retries of tools that are `safe`: only a call that changes nothing is run again. */
  retry?: Retry;
}

/** Tools by name, built-in ones included; every call goes through the gate. */
export class ExecutorRegistry {
  readonly #tools: Map<string, ToolDefinition>;
  readonly #listeners = new Set<(event: ToolEvent) => void>();
  readonly #gate: LateGate;
  readonly #run: ReturnType<typeof runBy>;
  readonly #retry: Retry | undefined;

  constructor({ toolResolver, retry, ...options }: ExecutorOptions = {}) {
    const builtIn = builtInTools(NAMES);
    const nameHere = (id: string) => builtIn.find(({ card }) => card.name === id)?.name ?? id;
    const onEvent = (event: RegistryEvent) => {
      if (event.type === 'execute' || event.type === 'error') this.#emit({ ...event, tool: nameHere(event.tool) });
    };
    const resolver = toolResolver && ((name: string) => this.#resolved(toolResolver(name)));
    this.#gate = new LateGate({ ...options, toolResolver: resolver }, { builtIn, onEvent });
    this.#run = runBy(this.#gate);
    this.#tools = new Map(builtIn.map(tool => [tool.name, builtInDefinition(tool, this.#run, options.workspace)]));
    this.#retry = retry;
  }

  register(draft: ToolDraft): void {
    const info = this.#add(draft);
    this.#gate.register(this.#retry && draft.dangerLevel === 'safe' ? repeatable(info, this.#retry) : info);
  }

  unregister(name: string): boolean {
    this.#gate.unregister(name);
    const known = this.#tools.delete(name);
    if (known) this.#emit({ type: 'unregister', tool: name });
    return known;
  }

  get(name: string): ToolDefinition | undefined {
    return this.#tools.get(name);
  }

  list(): ToolDefinition[] {
    return [...this.#tools.values()];
  }

  /** Runs a tool and gives its result; a failure is thrown, with its code. */
  async execute(name: string, args: Record<string, unknown>): Promise<unknown> {
    return this.#run(name, args);
  }

  /** Adds a listener; the returned function removes it. */
  subscribe(listener: (event: ToolEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Explains what would be decided on a call; nothing runs. */
  async explain(name: string, args: Record<string, unknown>): Promise<Explanation> {
    return (await this.#gate.agent()).explain({ name, args });
  }

  /** Groups calls into batches: all of one may run side by side. */
  async group(calls: readonly CallRequest[]): Promise<CallRequest[][]> {
    const batches = await (await this.#gate.agent()).groupToolCallsIntoBatches(calls);
    return batches.map(batch => [...batch]);
  }

  /** The gate behind the registry, with its journal, store and policy. */
  gate(): Promise<Toolgate> {
    return this.#gate.gate();
  }

  close(): Promise<void> {
    return this.#gate.close();
  }

  /** Registers a tool that a resolver gave, which is there from then on. */
  #resolved(found: ToolDefinition | null): Info | null {
    return found && this.#add(found);
  }

  #add(draft: ToolDraft): Info {
    const { info, tool } = behindGate(draft, this.#run);
    this.#tools.set(tool.name, tool);
    this.#emit({ type: 'register', tool: tool.name });
    return info;
  }

  #emit(event: ToolEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        // A listener's failure is its own.
      }
    }
  }
}

function repeatable(info: Info, retry: Retry): Info {
  const { definition } = info;
  if (typeof definition === 'function') return info;
  return define(info.id, { ...definition, retry, idempotent: true }) as Info;
}

/** The registry of functions that stand alone, over the workspace of the process. */
export const usualRegistry = new ExecutorRegistry();
