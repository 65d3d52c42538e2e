import type { AgentGate } from '../../gate/toolgate.ts';
import type { RuntimePolicy } from '../../policy/types.ts';
import { namesPack } from '../../registry/packs/pack-table.ts';
import type { AgentRole } from '../../tool/context.ts';
import type { AgentType } from '../types/agent-type.ts';

/** The place of an agent, as far as its type does not say it. */
export interface AgentPlace {
  /** The agent's own name. */
  readonly agent: string;
  readonly depth: number;
  /** The session of the agent that started it. */
  readonly parentSessionID?: string | undefined;
  /** Role, packs and policy of the agent that started this one, where that is in another process: they hold too. */
  readonly role?: AgentRole | undefined;
  readonly packs?: readonly string[] | undefined;
  readonly within?: RuntimePolicy | undefined;
}

interface OpenAgentOptions {
  readonly place: AgentPlace;
  readonly sessionID?: string | undefined;
  /** Calls that are left for the agents above. */
  readonly calls?: number | undefined;
  /** Calls of the session that count no longer. */
  readonly callsBefore?: number | undefined;
  readonly abort?: AbortSignal | undefined;
}

/**
 * The gate of an agent, and the only way to one: below the given gate, so never looser, and within the policy, the
 * packs, the role and the limits of its type. The gate is to be closed when the agent is done.
 */
export function openAgentGate(gate: AgentGate, type: AgentType, options: OpenAgentOptions): AgentGate {
  const { place, sessionID, calls = Infinity, callsBefore = 0, abort } = options;
  const { agent, depth, parentSessionID, within, packs: above } = place;
  const { packs: own, policy } = type;
  return gate.child({
    agent,
    depth,
    policy,
    within,
    sessionID,
    parentSessionID,
    abort,
    role: place.role === 'worker' ? 'worker' : type.role,
    budget: { calls: Math.min(type.limits.calls, calls) + callsBefore },
    packs: own && above ? above.filter(name => namesPack(own, { pack: name })) : (own ?? above),
  });
}
