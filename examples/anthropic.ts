import Anthropic from '@anthropic-ai/sdk';
import { toAnthropicTools } from 'toolgate/anthropic';
import { CALLS, finish, scriptedFetch, workspace } from './scripted.ts';

const script = scriptedFetch([
  { role: 'assistant', content: CALLS.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })) },
  { role: 'assistant', content: [{ type: 'text', text: 'Done: the milk is ticked off.' }] },
]);

const client = new Anthropic({ apiKey: 'none', fetch: script });
const gate = await workspace.gate();
// With builtIns: ['bash', 'text_editor'] the model gets the provider's own tools too.
const tools = toAnthropicTools(gate);
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'I have bought milk.' }];

for (;;) {
  const message = await client.messages.create({
    model: 'claude-opus-4-5',
    max_tokens: 1000,
    messages,
    tools: await tools.definitions(),
  });
  messages.push({ role: 'assistant', content: message.content });
  const results = await tools.run(message, { messages });
  if (results.length === 0) {
    await finish(message.content.map(block => (block.type === 'text' ? block.text : '')).join(''));
    break;
  }
  messages.push({ role: 'user', content: results });
}
