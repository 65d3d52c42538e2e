import OpenAI from 'openai';
import { toOpenAIChatTools } from 'toolgate/openai';
import { CALLS, finish, scriptedFetch, workspace } from './scripted.ts';

const says = (message: object) => ({
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message } }],
});
const script = scriptedFetch([
  says({
    tool_calls: CALLS.map(({ id, name, args }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    })),
  }),
  says({ content: 'Done: the milk is ticked off.' }),
]);

const client = new OpenAI({ apiKey: 'none', fetch: script });
const gate = await workspace.gate();
const tools = toOpenAIChatTools(gate);
const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: 'user', content: 'I have bought milk.' }];

for (;;) {
  const completion = await client.chat.completions.create({
    model: 'gpt-5',
    messages,
    tools: await tools.definitions(),
  });
  const { message } = completion.choices[0]!;
  messages.push(message);
  const results = await tools.run(message, { messages });
  if (results.length === 0) {
    await finish(message.content);
    break;
  }
  messages.push(...results);
}
