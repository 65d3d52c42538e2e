import { setTimeout as sleep } from 'node:timers/promises';
import type { Toolgate } from '../../../src/gate/toolgate.ts';
import type { Outcome } from '../../../src/tool/outcome.ts';
import { AGENT_TYPE } from './open-gate.ts';
import type { PlannedTask, Work } from './plan.ts';

const PAUSE = 100;

export interface Orchestrated {
  /** All rounds that were begun. */
  readonly rounds: readonly Work[];
  readonly problems: readonly string[];
}

/** Creates the tasks, has each done by an agent on some worker when it is ready, and completes or rejects what they submit. */
export async function orchestrate(
  gate: Toolgate,
  plan: readonly PlannedTask[],
  tell: (line: string) => void,
): Promise<Orchestrated> {
  const rounds: Work[] = [];
  const problems: string[] = [];
  const open = new Set<string>();
  const planned = new Map(plan.map(task => [task.label, task]));
  const roundOf = (label: string) => rounds.filter(work => work.label === label).length;
  const mustWork = (what: string, { ok, output }: Outcome) => {
    if (!ok) problems.push(`${what}: ${output}`);
  };

  const call = async (name: string, args: object) =>
    mustWork(`${name} ${JSON.stringify(args)}`, await gate.execute({ name, args }));

  /** A run that ends without a submission is followed by another one. */
  async function have(task: PlannedTask): Promise<void> {
    const { label, file, wait, command } = task;
    const work: Work = { label, file, wait, command, round: roundOf(label) + 1 };
    rounds.push(work);
    open.add(label);
    const args = { agentType: AGENT_TYPE, prompt: JSON.stringify(work), concurrent: true };
    mustWork(`round ${work.round} of ${label}`, await gate.execute({ name: 'spawn_agent', args }));
    open.delete(label);
  }

  for (const { label, dependsOn } of plan)
    await call('create_task', { label, title: `Do ${label}`, depends_on: dependsOn });
  tell(`${plan.length} tasks created`);
  for (let done = 0; done < plan.length && problems.length < 20; await sleep(PAUSE)) {
    for (const { label, status } of await gate.tasks.list({ status: ['ready', 'submitted', 'failed', 'deferred'] })) {
      const task = planned.get(label);
      if (!task || open.has(label)) continue;
      if (status === 'ready') void have(task);
      else if (status === 'submitted' && task.rejected && roundOf(label) === 1)
        await call('reject_task', { id: label, reason: 'Once more', ready: true });
      else if (status === 'submitted') await call('complete_task', { id: label });
      else problems.push(`${label} is ${status}`);
    }
    const before = done;
    done = (await gate.tasks.counts()).done;
    if (Math.floor(done / 20) > Math.floor(before / 20)) tell(`${done} tasks done`);
  }
  while (open.size > 0) await sleep(PAUSE);
  return { rounds, problems };
}
