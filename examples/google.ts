import { type Content, GoogleGenAI } from '@google/genai';
import { toGoogleTools } from 'toolgate/google';
import { CALLS, finish, scriptedFetch, workspace } from './scripted.ts';

const says = (parts: object[]) => ({ candidates: [{ content: { role: 'model', parts } }] });
globalThis.fetch = scriptedFetch([
  says(CALLS.map(functionCall => ({ functionCall }))),
  says([{ text: 'Done: the milk is ticked off.' }]),
]);

const client = new GoogleGenAI({ apiKey: 'none' });
const gate = await workspace.gate();
const tools = toGoogleTools(gate);
const contents: Content[] = [{ role: 'user', parts: [{ text: 'I have bought milk.' }] }];

for (;;) {
  const response = await client.models.generateContent({
    model: 'gemini-3-pro',
    contents,
    config: { tools: [await tools.tool()] },
  });
  const results = await tools.run(response, { messages: contents });
  if (results.length === 0) {
    await finish(response.text);
    break;
  }
  contents.push(response.candidates![0]!.content!, { role: 'user', parts: results });
}
