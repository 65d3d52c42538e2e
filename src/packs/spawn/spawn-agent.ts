import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { previewHead } from '../../text/previews.ts';
import type { CallContext } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { changesState, type Effect } from '../../tool/effect.ts';
import type { Spawner } from './port.ts';
import { SPAWN_ALIASES, sayTypes } from './say-types.ts';

const parameters = z.object({
  agentType: z.string().min(1).max(64).describe('One of the types below, such as "explorer"'),
  prompt: z.string().min(1).max(200_000).describe('The whole task: the agent knows nothing else'),
  context: z.string().max(200_000).optional().describe('What it should know beforehand'),
  concurrent: z
    .boolean()
    .default(false)
    .describe('Run beside other agents that write; they must not need the same files'),
});

const value = z.object({ text: z.string(), agent: z.string() });

/** The longest time of a call: an agent has limits of its own, and this one only keeps a call from lasting for ever. */
const LONGEST = 24 * 3600 * 1000;

/** Starts an agent and waits for its answer. */
export function spawnAgent(spawner: Spawner): Info {
  return define('spawn_agent', {
    description: 'Give a task to another agent and wait for its answer. It sees only this prompt and context.',
    announces: () => sayTypes(spawner),
    parameters,
    returns: value,
    permissions: { required: ['execute'] },
    effects: (args, ctx) => effectsOf(spawner, args, ctx),
    danger: 'moderate',
    timeout: LONGEST,
    aliases: SPAWN_ALIASES,
    parameterNames: otherNames({
      agentType: ['type', 'agent', 'subagent_type', 'agent_name', 'name', 'role'],
      prompt: ['task', 'message', 'instructions', 'input', 'query', 'goal'],
      context: ['background', 'additional_context'],
      concurrent: ['parallel', 'concurrently'],
    }),
    preview: previewHead,
    execute: async ({ agentType, prompt, context }, ctx) => {
      const { callID, sessionID, step, abort } = ctx;
      const asking = { callID, sessionID, step, abort, report: (line: string) => ctx.metadata({ title: line }) };
      ctx.metadata({ title: `${agentType} begins` });
      const { text, agent, metadata } = await spawner.spawn({ agentType, prompt, context, ...asking });
      return {
        title: `${agent} answered`,
        output: text === '' ? `[${agent} has ended without a word.]` : text,
        value: { text, agent },
        metadata: { agent, ...metadata },
      };
    },
  }) as Info;
}

/**
 * The agent's own calls are judged one by one, in its name; these effects only say what its start must wait for. An
 * agent that changes nothing waits for nobody, and so does one that is told to run at once, for claims keep it from the
 * files of others. Any other agent begins when all calls before it are done, and the next ones wait for it.
 */
function effectsOf(spawner: Spawner, args: z.output<typeof parameters>, ctx: CallContext): readonly Effect[] {
  const { agentType, concurrent } = args;
  const type = spawner.types().find(({ name }) => name === agentType);
  if (!type || type.readOnly || concurrent) return [changesState(`agent:${agentType}:${ctx.callID}`)];
  // A call that looks at the history waits for all calls before it, and the next ones wait: it sees their changes.
  void ctx.history;
  return [changesState(`agent:${agentType}`)];
}
