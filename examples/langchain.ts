import { AIMessage, createAgent, fakeModel } from 'langchain';
import { toLangChainTools } from 'toolgate/langchain';
import { CALLS, finish, workspace } from './scripted.ts';

const model = fakeModel()
  .respondWithTools(CALLS.map(({ id, name, args }) => ({ id, name, args })))
  .respond(new AIMessage('Done: the milk is ticked off.'));

const gate = await workspace.gate();
const agent = createAgent({ model, tools: await toLangChainTools(gate) });
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'I have bought milk.' }] });
await finish(String(messages.at(-1)?.content));
