import { generateText, isStepCount } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { toAISDKRepair, toAISDKTools } from 'toolgate/ai';
import { CALLS, finish, workspace } from './scripted.ts';

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const rest = { usage, warnings: [] };
const model = new MockLanguageModelV4({
  doGenerate: [
    {
      content: CALLS.map(({ id, name, args }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: name,
        input: JSON.stringify(args),
      })),
      finishReason: { unified: 'tool-calls', raw: undefined },
      ...rest,
    },
    {
      content: [{ type: 'text', text: 'Done: the milk is ticked off.' }],
      finishReason: { unified: 'stop', raw: undefined },
      ...rest,
    },
  ],
});

const gate = await workspace.gate();
const { text } = await generateText({
  model,
  prompt: 'I have bought milk.',
  tools: await toAISDKTools(gate),
  repairToolCall: toAISDKRepair(gate),
  stopWhen: isStepCount(5),
});
await finish(text);
