import { type Options, query } from '@anthropic-ai/claude-agent-sdk';
import { toClaudeOptions } from '../../../../src/adapters/claude/index.ts';
import type { Toolgate } from '../../../../src/index.ts';

/** The compiler holds that the SDK takes what we give it; nothing here is run. */
export async function typed(gate: Toolgate, canUseTool: NonNullable<Options['canUseTool']>) {
  const plain: Options = await toClaudeOptions(gate);
  const asking: Options = await toClaudeOptions(gate, { canUseTool, others: ['WebSearch'] });
  return [query({ prompt: 'a', options: plain }), query({ prompt: 'b', options: asking })];
}
