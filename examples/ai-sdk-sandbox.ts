import { generateText, isStepCount, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { toAISDKSandbox } from 'toolgate/ai';
import { z } from 'zod';
import { finish, workspace } from './scripted.ts';

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const rest = { usage, warnings: [] };
const model = new MockLanguageModelV4({
  doGenerate: [
    {
      content: [{ type: 'tool-call', toolCallId: 'call_1', toolName: 'tick', input: '{"item":"buy milk"}' }],
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

/** A tool of somebody else, who knows nothing of gates. */
const tick = tool({
  description: 'Ticks an item of the notes off.',
  inputSchema: z.object({ item: z.string() }),
  execute: async ({ item }, { experimental_sandbox: sandbox }) => {
    const notes = await sandbox!.readTextFile({ path: 'notes.md' });
    await sandbox!.writeTextFile({ path: 'notes.md', content: notes!.replace(`- ${item}`, `- [x] ${item}`) });
    return 'ticked off';
  },
});

const gate = await workspace.gate({ policy: 'privileged', approver: () => 'allow_once' });
const { text } = await generateText({
  model,
  prompt: 'I have bought milk.',
  tools: { tick },
  experimental_sandbox: toAISDKSandbox(gate),
  stopWhen: isStepCount(5),
});
await finish(text);
