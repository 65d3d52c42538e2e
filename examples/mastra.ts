import { Agent } from '@mastra/core/agent';
import { Workspace } from '@mastra/core/workspace';
import { MockLanguageModelV4 } from 'ai/test';
import { toMastraFilesystem, toMastraSandbox, toMastraTools } from 'toolgate/mastra';
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

const gate = await workspace.gate({ policy: 'privileged' });
const agent = new Agent({
  id: 'assistant',
  name: 'Assistant',
  instructions: 'Help.',
  model: model as never, // a model for tests, whose type is not quite that of Mastra
  tools: await toMastraTools(gate),
  // Mastra's own tools for files and commands then go through the gate too.
  workspace: new Workspace({ filesystem: await toMastraFilesystem(gate), sandbox: await toMastraSandbox(gate) }),
});
const { text } = await agent.generate('I have bought milk.');
await finish(text);
