import type { LanguageModelV4 } from '@ai-sdk/provider';
import { ActivityEventType } from '../activity/event-types.ts';
import type { AgentGate } from '../gate/toolgate.ts';
import type { Spawner, SpawnResult } from '../packs/spawn/port.ts';
import { checkOptions } from '../tool/check-options.ts';
import { type Failure, ToolError } from '../tool/error.ts';
import { newId } from '../tool/id.ts';
import { maskRecord, shortenText } from '../tool/text/mask.ts';
import type { Budget } from './budget.ts';
import type { AgentResult, RunAgentOptions, StartedAgent, ToolOffer } from './loop/agent-run.ts';
import { runAgent } from './loop/run-agent.ts';
import type { AgentTypes } from './types/agent-types.ts';

/** A model that is ready to be asked. */
export interface ChosenModel {
  /** The model's name as it was chosen: `provider/name`, or a name of the config. */
  readonly name: string;
  readonly model: LanguageModelV4;
  readonly contextTokens?: number | undefined;
  /** The tools of a gate in the form that its provider takes. */
  readonly offer?: ((gate: AgentGate) => ToolOffer) | undefined;
}

export interface AgentsOptions {
  readonly types: AgentTypes;
  /** The model of that name, or the usual one. Throws `LLM_ASSIST_REQUIRED` where there is none. */
  readonly model: (name: string | undefined) => Promise<ChosenModel>;
  readonly retry?: RunAgentOptions['retry'];
}

type OwnOption = 'model' | 'contextTokens' | 'offer' | 'retry' | 'now';

export interface StartOptions extends Omit<RunAgentOptions, OwnOption> {
  /** The model, which goes before the type's own. */
  readonly model?: string | undefined;
}

export interface Agents {
  readonly types: AgentTypes;
  /**
   * Runs an agent below a gate, within the policy, packs, role and limits of its type; one at a time under one name.
   * Agents that it starts share its budget and end with it.
   */
  run(options: StartOptions): Promise<AgentResult>;
  /** The spawner for `createToolgate`. */
  spawner(gate: AgentGate): Spawner;
  /** The agent of a session, while it runs here: its budget, and its model. */
  running(sessionID: string): { readonly budget: Budget; readonly model: string } | undefined;
}

/** A run that is under way, by its session. */
interface LiveRun {
  readonly budget: Budget;
  readonly model: string;
  readonly onRetry: RunAgentOptions['onRetry'];
  /** The agents below the run. A call that is aborted does not wait for its agent, so the run does. */
  readonly below: Set<Promise<unknown>>;
}

/** Agents over one set of types and models. */
export function createAgents(options: AgentsOptions): Agents {
  checkOptions('createAgents', options, { types: true, model: true, retry: true });
  const { types, retry } = options;
  const running = new Map<string, LiveRun>();
  const busy = new Set<string>();

  async function start(chosen: ChosenModel, given: StartOptions & { about?: object }): Promise<AgentResult> {
    const { about, model: _, ...rest } = given;
    const { type, gate, below: place } = given;
    // An agent that stands below another, or has a session of its own, is told apart from all others.
    const seat = given.sessionID ?? (place ? newId() : gate.session().id);
    if (busy.has(seat))
      throw new Error(`${gate.agent} is at work already; start another agent on gate.child({ agent: … })`);
    busy.add(seat);
    const below = new Set<Promise<unknown>>();
    let origin: { readonly sessionID: string; readonly agent: string } | undefined;
    const onStart = (started: StartedAgent) => {
      const { budget } = started;
      origin = { sessionID: started.gate.session().id, agent: started.gate.agent };
      running.set(origin.sessionID, { budget, model: chosen.name, onRetry: given.onRetry, below });
      gate.activity.emit(ActivityEventType.AGENT_STARTED, origin, {
        type: type.name,
        model: chosen.name,
        depth: started.gate.depth,
        prompt: shortenText(maskRecord(given.prompt.slice(0, 2_000)), 500),
        budget: { calls: budget.calls, tokens: budget.tokens },
        ...about,
      });
      given.onStart?.(started);
    };
    let result: AgentResult | undefined;
    try {
      const { model, contextTokens, offer } = chosen;
      result = await runAgent({ ...rest, retry, model, contextTokens, offer, onStart });
      return result;
    } finally {
      await Promise.allSettled(below);
      busy.delete(seat);
      if (origin) {
        running.delete(origin.sessionID);
        const ended = endOf({ type: type.name, model: chosen.name }, result);
        gate.activity.emit(ActivityEventType.AGENT_ENDED, origin, ended);
      }
    }
  }

  function spawner(gate: AgentGate): Spawner {
    let started = 0;
    return {
      types: () => types.all,
      async spawn(request) {
        const type = types.get(request.agentType);
        const above = running.get(request.sessionID);
        checkDepth(gate, above?.budget);
        const chosen = await options.model(type.model ?? above?.model);
        const agent = `${gate.agent}/${type.name}-${++started}`;
        const { prompt, context, abort, sessionID: parentSessionID, callID } = request;
        const spawn = async (): Promise<SpawnResult> => {
          const result = await start(chosen, {
            gate,
            type,
            prompt,
            context,
            abort,
            below: { agent, depth: gate.depth + 1, parentSessionID, budget: above?.budget },
            onRetry: above?.onRetry,
            onStep: ({ steps, calls }) => request.report(`${agent}: step ${steps}, ${calls} calls`),
            about: { parent: gate.agent, parentSessionID, callID },
          });
          if (result.error) throw childFailed(agent, result.error, result);
          const { text, steps, calls, tokens } = result;
          return { text, agent, metadata: { agentType: type.name, model: chosen.name, steps, calls, tokens } };
        };
        const spawned = spawn();
        above?.below.add(spawned);
        return spawned;
      },
    };
  }

  return {
    types,
    run: async given => start(await options.model(given.model ?? given.type.model), given),
    spawner,
    running: sessionID => running.get(sessionID),
  };
}

export function checkDepth(gate: AgentGate, budget: Budget | undefined): void {
  const deepest = Math.min(gate.policy().limits.depth, budget?.deepest ?? Infinity);
  if (gate.depth < deepest) return;
  throw new ToolError('SPAWN_DEPTH', `No agent may be started here: at most ${deepest} levels are allowed`, {
    suggestion: 'Do the task yourself.',
    details: { depth: gate.depth, limit: deepest },
  });
}

/** The failure of a child for the agent above: the error, and the text that was said until then. */
function childFailed(agent: string, error: Failure, { text, steps, calls, tokens }: AgentResult): ToolError {
  const { code, message, suggestion, retryable } = error;
  const said = text.trim() === '' ? '' : `\nIts last words: ${shortenText(text.trim(), 4_000)}`;
  const details = { agent, steps, calls, tokens };
  return new ToolError(code, `${agent} has not finished: ${message}${said}`, { suggestion, retryable, details });
}

function endOf(about: object, result: AgentResult | undefined): Readonly<Record<string, unknown>> {
  if (!result) return { ...about, ok: false };
  const { ok, error, steps, calls, tokens } = result;
  const text = shortenText(maskRecord(result.text.slice(0, 2_000)), 500);
  return { ...about, ok, steps, calls, tokens, text, error: error && { ...error, message: maskRecord(error.message) } };
}
