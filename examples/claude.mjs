// Needs `npm install @anthropic-ai/claude-agent-sdk`, which brings Claude Code along (some 350 MB), and its model:
// ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL of one that stands in for it.
import { query } from '@anthropic-ai/claude-agent-sdk';
import { toClaudeOptions } from 'toolgate/claude';
import { finish, workspace } from './scripted.ts';

const gate = await workspace.gate({ policy: 'privileged' });
const options = await toClaudeOptions(gate, {
  canUseTool: async (tool, input, { description }) => {
    console.log(`Claude asks for ${tool}:\n${description}`); // the question, with its diff
    return { behavior: 'allow', updatedInput: input };
  },
});

let answer = '';
for await (const message of query({ prompt: 'I have bought milk: tick it off in notes.md.', options }))
  if (message.type === 'result' && message.subtype === 'success') answer = message.result;
await finish(answer);
