import { createAgents, createAgentTypes, defineAgent } from 'toolgate/agents';
import { scriptedLanguageModel } from 'toolgate/testing';
import { finish, workspace } from './scripted.ts';

const keeper = defineAgent({
  name: 'keeper',
  description: 'Keeps the notes in order',
  prompt: 'You keep the notes of a busy person in order.',
  limits: { steps: 5 },
});

/** What the model writes instead of many calls. Each call inside is judged and recorded; all of it is one turn of undo. */
const code = `
  const { content } = await tools.read_file({ path: 'notes.md' })
  const open = content.split('\\n').filter(line => line.startsWith('- '))
  for (const line of open)
    await tools.edit_file({ path: 'notes.md', old_text: line, new_text: line.replace('- ', '- [x] ') })
  return { ticked: open.length }`;

const model = scriptedLanguageModel([
  { calls: [{ id: 'call_1', name: 'run_code', args: { language: 'javascript', code } }] },
  { text: 'Done: all is ticked off.' },
]);
const agents = createAgents({
  types: createAgentTypes([{ where: 'this program', types: [keeper] }]),
  model: async () => ({ name: 'scripted', model }),
});

// The model is told of run_code and find_tools alone.
const gate = await workspace.gate({ spawner: agents.spawner, policy: 'privileged', offer: 'code' });
const { text } = await agents.run({ gate, type: keeper, prompt: 'I have done all of it.' });
for (const { tool, parentID } of (await gate.store.calls.list({})).toReversed())
  console.log(parentID ? `  ${tool}` : tool);
await finish(text);
