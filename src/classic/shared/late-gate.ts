import { createAgents } from '../../agents/create-agents.ts';
import { noModel } from '../../agents/model/resolve-model.ts';
import { createAgentTypes } from '../../agents/types/agent-types.ts';
import { createToolgate } from '../../gate/create-toolgate.ts';
import type { AgentGate, Toolgate } from '../../gate/toolgate.ts';
import type { ToolgateOptions } from '../../gate/toolgate-options.ts';
import type { CallRequest } from '../../pipeline/call.ts';
import type { CallOptions } from '../../pipeline/calls/calls.ts';
import type { RegisterOptions } from '../../registry/registered.ts';
import type { RegistryEvent } from '../../registry/types.ts';
import type { AgentRole } from '../../tool/context.ts';
import type { Info } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { type BuiltIn, findBuiltIn, packsOf } from './built-in.ts';

/** Options of the gate behind a door. The policy is `privileged` by default: only tools that code put there exist. */
export type DoorOptions = Omit<ToolgateOptions, 'packs' | 'tools'>;

/** The parts that a door itself adds to the gate. */
interface DoorParts {
  readonly builtIn?: readonly BuiltIn[];
  readonly role?: AgentRole | undefined;
  /** Ends the gate's calls. */
  readonly abort?: AbortSignal | undefined;
  /** Receives the events of the gate's registry, once the gate is open. */
  readonly onEvent?: (event: RegistryEvent) => void;
}

interface OpenedGate {
  readonly gate: Toolgate;
  /** The gate as the door's agent has it. */
  readonly agent: AgentGate;
}

/** A gate that the first call opens: doors hand out tools at once, and opening a gate takes a moment. */
export class LateGate {
  readonly #own = new Map<string, { readonly info: Info; readonly options: RegisterOptions }>();
  readonly #gone = new Set<string>();
  readonly #parts: DoorParts;
  #options: DoorOptions;
  #opening: Promise<OpenedGate> | undefined;
  #agent: AgentGate | undefined;

  constructor(options: DoorOptions = {}, parts: DoorParts = {}) {
    this.#options = options;
    this.#parts = parts;
  }

  /** Sets options of a door that is one for the whole process, before its first call. */
  configure(options: DoorOptions): void {
    if (this.#opening) throw new ToolError('INVALID_ARGUMENTS', 'The gate is open already; configure it before a call');
    this.#options = { ...this.#options, ...options };
  }

  register(info: Info, options: RegisterOptions = {}): void {
    this.#own.set(info.id, { info, options });
    this.#gone.delete(info.id);
    this.#agent?.registry.register(info, options);
  }

  /** Takes a tool away by any of its names: it runs no more, also where it is a built-in tool. */
  unregister(name: string): void {
    const builtIn = findBuiltIn(name)?.card.name ?? name;
    this.#own.delete(name);
    this.#gone.add(builtIn);
    for (const id of [name, builtIn]) this.#agent?.registry.unregister(id);
  }

  /** The gate's own parts: its journal, store, policy. */
  async gate(): Promise<Toolgate> {
    return (await this.#open()).gate;
  }

  async agent(): Promise<AgentGate> {
    return (await this.#open()).agent;
  }

  async execute(call: CallRequest, options?: CallOptions): Promise<Outcome> {
    return (await this.agent()).execute(call, { abort: this.#parts.abort, ...options });
  }

  /** Closes the gate; later calls open a new one. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    this.#agent = undefined;
    await (await opening?.catch(() => undefined))?.gate.close();
  }

  #open(): Promise<OpenedGate> {
    this.#opening ??= this.#make().catch(error => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #make(): Promise<OpenedGate> {
    const { builtIn = [], role, onEvent } = this.#parts;
    const packs = packsOf(builtIn);
    const spawner = packs.includes('spawn') ? modelless : undefined;
    const gate = await createToolgate({ policy: 'privileged', spawner, ...this.#options, packs });
    const wanted = new Set(builtIn.map(({ card }) => card.name).filter(name => !this.#gone.has(name)));
    for (const { id } of gate.registry.list()) if (!wanted.has(id)) gate.registry.unregister(id);
    const agent = role === 'worker' ? gate.child({ agent: 'worker', role, packs }) : gate;
    for (const { info, options } of this.#own.values()) agent.registry.register(info, options);
    if (onEvent) agent.registry.subscribe(onEvent);
    this.#agent = agent;
    return { gate, agent };
  }
}

/** The spawner where no agents were given: a call that needs one is told that a model is missing. */
const modelless = createAgents({ types: createAgentTypes(), model: () => Promise.reject(noModel()) }).spawner;
