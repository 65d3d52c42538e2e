import { type Agent, type RunConfig, Runner } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents-core/testing';
import type { ModelCall } from './driver.ts';

/** A model of the OpenAI Agents SDK that makes these calls, round by round, and then says that it is done. */
export const scriptedAgentsModel = (rounds: readonly (readonly object[])[]): ScriptedModel =>
  new ScriptedModel([...rounds.map(items => items as never), [assistantMessage('Done.')]]);

export const toFunctionCall = ({ id, name, args }: ModelCall) =>
  functionCall(name, args as Record<string, unknown>, { callId: id });

/** Runs an agent without telling anyone of it. */
export const quietRunner = (options: Partial<RunConfig> = {}): Runner =>
  new Runner({ tracingDisabled: true, ...options });

/** What the model was told in its last request, of each call. */
export function toldIn(model: ScriptedModel): readonly { readonly callId: string; readonly output: unknown }[] {
  const input = model.calls.at(-1)?.request.input;
  return (Array.isArray(input) ? input : []).flatMap(item =>
    'callId' in item && 'output' in item ? [{ callId: String(item.callId), output: item.output }] : [],
  );
}

export type AnyAgent = Agent<unknown, never>;
