import type { AgentType } from '../../agents/types/agent-type.ts';
import type { Settings } from '../../config/load-settings.ts';
import { asUsage, toUsage } from '../failure.ts';
import type { CliAgents } from './agents-for.ts';

const USUAL_AGENT = 'coder';

export interface AgentChoice {
  readonly type: AgentType;
  readonly model: string;
}

interface NamedAgent {
  readonly agentType?: string;
  readonly model?: string;
}

export const namedAgent = ({ agent, model }: { readonly agent?: string; readonly model?: string }): NamedAgent => ({
  ...(agent === undefined ? {} : { agentType: agent }),
  ...(model === undefined ? {} : { model }),
});

/** The agent that is wanted, or the usual one, and its model. Throws where one is missing, and says what to set. */
export async function chooseAgent(
  agents: CliAgents,
  settings: Settings,
  wanted: NamedAgent,
  note: (text: string) => void,
): Promise<AgentChoice> {
  const type = asUsage(() => agents.types.get(wanted.agentType ?? USUAL_AGENT));
  const { name: model } = await agents.model(wanted.model ?? type.model).catch(error => {
    throw toUsage(error);
  });
  if (type.packs?.includes('spawn') && !settings.policy.capabilities.includes('execute'))
    note(`under the policy ${settings.policy.name} ${type.name} can start no others. To allow it: --policy privileged`);
  return { type, model };
}
