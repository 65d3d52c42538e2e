import { withinTrace } from '../../agents/loop/agent-span.ts';
import type { Toolgate } from '../../gate/toolgate.ts';
import type { CallOptions } from '../../pipeline/calls/calls.ts';
import { recallStep } from '../../pipeline/recovery/recall-step.ts';
import { joinOrigins } from '../../pipeline/session/keep-origins.ts';
import type { RunEnd } from '../../store/port.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { type CallSpec, type RunServices, showSeen, specOf } from '../run-spec.ts';
import { type HeldRun, plain } from './held-run.ts';

/** Makes the one call of a run, unless an earlier worker has. */
export async function performCall(held: HeldRun, services: RunServices): Promise<RunEnd> {
  const spec = specOf<CallSpec>(held.row.spec);
  const made = (await earlier(held, services.gate)) ?? (await make(held, spec, services));
  const { id, epoch } = held.row;
  const result = { outcome: plain(made) };
  return { id, epoch, status: made.ok ? 'done' : 'failed', result, error: made.error };
}

async function earlier(held: HeldRun, { store, recover }: Toolgate): Promise<Outcome | undefined> {
  if (held.row.epoch <= 1) return undefined;
  const step = await held.stepOf(held.id);
  return step && recallStep(step, { store, recover, abort: held.abort });
}

async function make(held: HeldRun, spec: CallSpec, { gate, policies }: RunServices): Promise<Outcome> {
  const { name, args, agent, sessionID, role, packs, depth } = spec;
  // The run itself keeps the outcome.
  const step = held.step(held.id, { kept: false, repeatableToo: false });
  const call = { id: held.id, name, args };
  const options: CallOptions = { sessionID, agent, step, abort: held.abort };
  // Most runs come with the very policy that this worker has: its own gate will do.
  if (isSame(spec, gate)) {
    // All runs that were taken together wait for this look, and then go through with no wait between them. A look that
    // fails is made again by whoever judges.
    const look = gate.session(sessionID).catchUp(step.takenAt);
    await look?.catch(() => {});
    return withinTrace(spec.trace, () => gate.execute(call, options));
  }
  const within = await policies.find(spec.policy);
  const own = await gate.child({ agent, sessionID, role, within, packs, depth, abort: held.abort });
  try {
    const session = own.session();
    await session.loading;
    showSeen(session, spec);
    if (spec.conversation !== undefined) joinOrigins(session, spec.conversation, gate.store);
    await session.loading;
    return await withinTrace(spec.trace, () => own.execute(call, options));
  } finally {
    await own.close();
  }
}

function isSame(spec: CallSpec, gate: Toolgate): boolean {
  if (spec.tainted || spec.privateRead || spec.packs || spec.role !== gate.role || spec.depth !== gate.depth)
    return false;
  const policy = gate.policy();
  const versions = (policy.layers ?? [policy]).map(({ version }) => version);
  return versions.join() === spec.policy.join();
}
