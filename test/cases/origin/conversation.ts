import { type AgentGate, createToolgate, type Toolgate } from '../../../src/index.ts';
import type { PolicyInput } from '../../../src/policy/types.ts';
import type { Place, Step } from './steps.ts';
import { ORIGIN_TOOLS } from './tools.ts';

interface ConversationOptions {
  readonly workspace: string;
  /** Left out: in memory, so that it has neither a past nor other processes. */
  readonly store?: string;
  readonly workspaceID?: string;
  readonly policy?: PolicyInput;
  /** How a person answers; they say no unless told otherwise. */
  readonly answer?: 'allow_once' | 'reject_once';
}

const SESSION = 'chat-1';

/** One conversation of a user, whose calls are made in any of its places. */
export class Conversation {
  readonly #options: ConversationOptions;
  /** Reasons of all questions. */
  readonly asked: string[] = [];
  #gate: Toolgate | undefined;
  #elsewhere: Toolgate | undefined;
  readonly #below = new Map<string, AgentGate>();

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /** Whether a step was stopped: asked about and refused, or denied. */
  async take(step: Step, place: Place = 'here'): Promise<boolean> {
    if (place.startsWith('restart')) await this.close();
    if ('said' in step) {
      (await this.#here()).session().said(step.said);
      // Where another process is to know it, it has to be told so.
      await (await this.#here()).session().origins.settle();
      return false;
    }
    const gate = await this.#at(place);
    const { ok } = await gate.execute({ name: step.name, args: structuredClone(step.args) });
    return !ok;
  }

  async close(): Promise<void> {
    this.#below.clear();
    await this.#elsewhere?.close();
    await this.#gate?.close();
    this.#elsewhere = undefined;
    this.#gate = undefined;
  }

  async #at(place: Place): Promise<AgentGate> {
    const here = await this.#here();
    if (place === 'elsewhere') return this.#elsewhere ?? here;
    if (place === 'below' || place === 'restart below') return this.#child('a', here);
    if (place === 'beside') return this.#child('b', here);
    if (place === 'deeper') return this.#child('c', this.#child('a', here));
    return here;
  }

  async #here(): Promise<Toolgate> {
    this.#gate ??= await this.#open();
    // The other process has the session from the start: what happens here later it must find out.
    if (this.#options.store !== undefined) this.#elsewhere ??= await this.#open();
    return this.#gate;
  }

  #child(agent: string, above: AgentGate): AgentGate {
    let child = this.#below.get(agent);
    if (!child) {
      child = above.child({ agent });
      for (const tool of ORIGIN_TOOLS) if (!child.registry.find(tool.id)) child.registry.register(tool);
      this.#below.set(agent, child);
    }
    return child;
  }

  async #open(): Promise<Toolgate> {
    const { workspace, store = 'memory', workspaceID, policy = {}, answer = 'reject_once' } = this.#options;
    const gate = await createToolgate({
      workspace,
      store,
      ...(workspaceID === undefined ? {} : { workspaceID }),
      ...(store === 'memory' ? {} : { sessionID: SESSION }),
      policy: { extends: 'privileged', ...policy },
      approver: ({ reason }) => {
        this.asked.push(reason);
        return answer;
      },
      tools: ORIGIN_TOOLS,
    });
    await gate.session().loading;
    return gate;
  }
}
