import { createAgents, createAgentTypes, defineAgent } from 'toolgate/agents';
import { scriptedLanguageModel } from 'toolgate/testing';
import { CALLS, finish, workspace } from './scripted.ts';

const keeper = defineAgent({
  name: 'keeper',
  description: 'Keeps the notes in order',
  prompt: 'You keep the notes of a busy person in order.',
  packs: ['filesystem'],
  limits: { steps: 5 },
});

const model = scriptedLanguageModel([{ calls: CALLS }, { text: 'Done: the milk is ticked off.' }]);
const agents = createAgents({
  types: createAgentTypes([{ where: 'this program', types: [keeper] }]),
  // With a model of yours: name => resolveModel(name ?? 'openai/NAME', { env: process.env })
  model: async () => ({ name: 'scripted', model }),
});

const gate = await workspace.gate({ spawner: agents.spawner });
const { text } = await agents.run({ gate, type: keeper, prompt: 'I have bought milk.' });
await finish(text);
