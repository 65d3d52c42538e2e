import { createToolgate } from '../../src/gate/create-toolgate.ts';
import type { Toolgate } from '../../src/gate/toolgate.ts';
import type { CallRequest } from '../../src/pipeline/call.ts';
import type { Scenario } from './scenarios.ts';

export interface Place {
  readonly workspace: string;
  readonly store: string;
}

export const openPlace = (place: Place, mode: 'plan' | 'direct' = 'direct'): Promise<Toolgate> =>
  createToolgate({ ...place, approver: () => 'allow_once', agent: 'crash', mode, policy: 'privileged' });

/** The calls that come before the operation. */
export async function prepareScenario(scenario: Scenario, place: Place): Promise<void> {
  const gate = await openPlace(place, scenario.run === 'plan' ? 'plan' : 'direct');
  for (const call of scenario.before) await runCall(gate, call);
  await gate.close();
}

export async function runScenario(gate: Toolgate, { run }: Scenario): Promise<void> {
  if (run === 'plan') await gate.plan.apply();
  else await runCall(gate, run);
}

export async function runCall(gate: Toolgate, call: CallRequest): Promise<void> {
  const outcome = await gate.execute(call);
  if (!outcome.ok) throw new Error(outcome.output);
}
