import OpenAI from 'openai';
import { toOpenAIResponsesTools } from 'toolgate/openai';
import { CALLS, finish, scriptedFetch, workspace } from './scripted.ts';

const text = { type: 'output_text', text: 'Done: the milk is ticked off.', annotations: [] };
const script = scriptedFetch([
  {
    object: 'response',
    output: CALLS.map(({ id, name, args }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: JSON.stringify(args),
    })),
  },
  { object: 'response', output: [{ type: 'message', role: 'assistant', content: [text] }] },
]);

const client = new OpenAI({ apiKey: 'none', fetch: script });
const gate = await workspace.gate();
// With builtIns: ['shell', 'apply_patch'] the model gets the provider's own tools for these two.
const tools = toOpenAIResponsesTools(gate);
const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'I have bought milk.' }];

for (;;) {
  const response = await client.responses.create({ model: 'gpt-5', input, tools: await tools.definitions() });
  const results = await tools.run(response, { messages: input });
  if (results.length === 0) {
    await finish(response.output_text);
    break;
  }
  input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]), ...results);
}
