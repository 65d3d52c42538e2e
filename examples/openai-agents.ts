import { Agent, Runner } from '@openai/agents';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { toOpenAIAgentsTools } from 'toolgate/openai-agents';
import { CALLS, finish, workspace } from './scripted.ts';

const model = new ScriptedModel([
  CALLS.map(({ id, name, args }) => functionCall(name, args, { callId: id })),
  [assistantMessage('Done: the milk is ticked off.')],
]);

const gate = await workspace.gate();
const agent = new Agent({ name: 'Assistant', model, tools: await toOpenAIAgentsTools(gate) });
const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, 'I have bought milk.');
await finish(finalOutput);
