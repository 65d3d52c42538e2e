import { z } from 'zod';
import { homeFolder } from '../config/folders.ts';
import type { Settings } from '../config/load-settings.ts';
import { toolNames } from '../gate/packs/pack-facts.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import { createPolicy, withRules } from '../policy/create/create-policy.ts';
import { replay, type VerdictDifference } from '../policy/replay.ts';
import type { PolicyInput, PresetName, Rule, RuntimePolicy } from '../policy/types.ts';
import { addAll } from '../tool/lists/long-lists.ts';
import type { PolicyView, ReplayResult } from './api.ts';
import { person } from './read-request.ts';
import { ApiRefusal } from './refusal.ts';

export type PolicySettings = Pick<Settings, 'trusted' | 'sources' | 'withheld'> & Partial<Pick<Settings, 'prices'>>;

export async function showPolicy(gate: Toolgate, { trusted, sources, withheld }: PolicySettings): Promise<PolicyView> {
  const saved = await gate.store.rules.list();
  const rules = saved.map(({ id, rule, createdAt }) => ({ id, rule: rule as unknown as Rule, createdAt }));
  const { root: workspace } = gate.workspace;
  return { policy: gate.policy(), workspace, trusted, sources, withheld, saved: rules };
}

export const replayBody = z.strictObject({
  policy: z.union([z.string().max(100), z.looseObject({})]),
  limit: z.number().int().min(1).max(20_000).default(5_000),
  ...person,
});

const STEP = 500;

/** A proposed policy over the newest recorded calls, with what the project and earlier answers add to it. */
export async function replayPolicy(gate: Toolgate, body: z.output<typeof replayBody>): Promise<ReplayResult> {
  const { policy, limit } = body;
  const proposed = propose(policy as PresetName | PolicyInput, gate.policy());
  const differences: VerdictDifference[] = [];
  let calls = 0;
  for (let before: string | undefined; calls < limit; ) {
    // The calls are replayed a step at a time, so that others are answered meanwhile.
    const size = Math.min(STEP, limit - calls);
    const rows = await gate.store.calls.list({ limit: size, before });
    addAll(differences, replay(rows, proposed));
    calls += rows.length;
    before = rows.at(-1)?.id;
    if (rows.length < size) break;
  }
  return { calls, differences };
}

function propose(input: PresetName | PolicyInput, { ruleLists }: RuntimePolicy): RuntimePolicy {
  try {
    const home = homeFolder(process.env);
    const own = createPolicy(input, { source: 'proposed', tools: toolNames([]), home });
    const kept = ruleLists.filter(({ source }) => source === 'project' || source === 'saved');
    return kept.reduce(withRules, own);
  } catch (error) {
    throw new ApiRefusal(400, 'INVALID_ARGUMENTS', { message: error instanceof Error ? error.message : String(error) });
  }
}
