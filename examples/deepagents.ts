import { createDeepAgent } from 'deepagents';
import { AIMessage, fakeModel } from 'langchain';
import { toDeepAgentsSandbox } from 'toolgate/deepagents';
import { finish, workspace } from './scripted.ts';

// The tools are those of Deep Agents; what they do goes through the gate.
const edit = { file_path: '/notes.md', old_string: '- buy milk', new_string: '- [x] buy milk' };
const model = fakeModel()
  .respondWithTools([
    { id: 'call_1', name: 'read_file', args: { file_path: '/notes.md' } },
    { id: 'call_2', name: 'edit_file', args: edit },
  ])
  .respond(new AIMessage('Done: the milk is ticked off.'));

const gate = await workspace.gate({ policy: 'privileged' });
const agent = createDeepAgent({ model, backend: toDeepAgentsSandbox(gate) });
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'I have bought milk.' }] });
await finish(String(messages.at(-1)?.content));
