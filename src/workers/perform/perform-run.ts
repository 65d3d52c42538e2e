import type { RunEnd, RunRow } from '../../store/port.ts';
import { ToolError, toFailure } from '../../tool/error.ts';
import { newId } from '../../tool/id.ts';
import type { RunServices } from '../run-spec.ts';
import type { HeldRun } from './held-run.ts';
import { performAgent } from './perform-agent.ts';
import { performCall } from './perform-call.ts';

/** Does the work of a run, unless this process leaves the run before its end. */
export async function performRun(run: HeldRun, services: RunServices): Promise<void> {
  if (run.left) return leaveRun(run, services);
  const end = await endOf(run, services);
  if (run.left) return leaveRun(run, services);
  services.onRun(`${describeRun(run.row)} ${end.status}`);
  if (run.row.kind === 'agent') await giveTasksBack(run, services);
  services.endings.add(run.job, end);
}

async function endOf(run: HeldRun, services: RunServices): Promise<RunEnd> {
  const { id, epoch, kind } = run.row;
  try {
    return await (kind === 'agent' ? performAgent(run, services) : performCall(run, services));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const failure = error instanceof ToolError ? error : new ToolError('EXECUTION_ERROR', why);
    return { id, epoch, status: 'failed', error: toFailure(failure) };
  }
}

/** Leaves a run to others: a parked one to whoever is free, a lost one to whoever has it, or to nobody. */
export async function leaveRun(run: HeldRun, services: RunServices): Promise<void> {
  if (run.left === 'parked') return giveBack(run, services);
  services.onRun(`${describeRun(run.row)} is no longer ours`);
  if (run.row.kind === 'agent' && (await isCancelled(run, services))) await giveTasksBack(run, services);
  // Ending the job harms nobody who has it by now, and is right where nobody shall have it.
  services.endings.add(run.job);
}

async function giveBack(run: HeldRun, { gate, engine, onRun, onError }: RunServices): Promise<void> {
  const jobID = newId();
  try {
    if (await gate.store.runs.release(run.row, jobID, Date.now()))
      await engine.send([{ id: jobID, runID: run.id, first: true }]);
    await engine.complete([run.job]);
    onRun(`${describeRun(run.row)} is given back`);
  } catch (error) {
    onError('a run could not be given back', error);
  }
}

/** Gives back tasks that the run took and did not hand in. If this fails, their leases run out. */
async function giveTasksBack({ id }: HeldRun, { gate }: RunServices): Promise<void> {
  await gate.tasks.releaseProcess(id).catch(() => {});
}

/** Whether a run is cancelled: nobody goes on with it, unlike with one that another worker has taken over. */
async function isCancelled({ id }: HeldRun, { gate }: RunServices): Promise<boolean> {
  return (await gate.store.runs.get(id).catch(() => undefined))?.status === 'cancelled';
}

export const describeRun = ({ id, kind, spec }: RunRow): string =>
  `${id} ${kind === 'agent' ? spec.agentType : spec.name} for ${spec.agent}`;
