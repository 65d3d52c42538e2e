import { withinTrace } from '../../agents/loop/agent-span.ts';
import type { AgentGate, Toolgate } from '../../gate/toolgate.ts';
import type { CallOptions } from '../../pipeline/calls/calls.ts';
import { recallStep } from '../../pipeline/recovery/recall-step.ts';
import { joinOrigins } from '../../pipeline/session/keep-origins.ts';
import type { RunEnd } from '../../store/port.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { KeptPolicies } from '../kept-policies.ts';
import { type CallSpec, specOf } from '../run-spec.ts';
import { type HeldRun, plain } from './held-run.ts';

interface CallServices {
  readonly gate: Toolgate;
  readonly policies: KeptPolicies;
}

/** Makes the one call of a run, unless an earlier worker has. */
export async function performCall(held: HeldRun, making: CallServices): Promise<RunEnd> {
  const spec = specOf<CallSpec>(held.row.spec);
  const made = (await earlier(held, making.gate)) ?? (await make(held, spec, making));
  const { id, epoch } = held.row;
  const result = { outcome: plain(made) };
  return { id, epoch, status: made.ok ? 'done' : 'failed', result, error: made.error };
}

async function earlier(held: HeldRun, { store, recover }: Toolgate): Promise<Outcome | undefined> {
  if (held.row.epoch <= 1) return undefined;
  const step = await held.stepOf(held.id);
  return step && recallStep(step, { store, recover, abort: held.abort });
}

async function make(held: HeldRun, spec: CallSpec, { gate, policies }: CallServices): Promise<Outcome> {
  const { name, args, agent, sessionID } = spec;
  // The run itself keeps the outcome.
  const step = held.step(held.id, { kept: false, repeatableToo: false });
  const call = { id: held.id, name, args };
  const options: CallOptions = { sessionID, agent, step, abort: held.abort };
  // Most runs come with the very policy that this worker has: its own gate will do.
  if (isSame(spec, gate)) {
    // All runs that were taken together wait for this look, and then go through with no wait between them. A look that
    // fails is made again by whoever judges.
    await gate
      .session(sessionID)
      .catchUp(step.takenAt)
      ?.catch(() => {});
    return withinTrace(spec.trace, () => gate.execute(call, options));
  }
  const own = await childFor(held, spec, { gate, policies });
  try {
    const session = own.session();
    await session.loading;
    if (spec.tainted) session.tainted = true;
    if (spec.privateRead) session.privateRead = true;
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

async function childFor(held: HeldRun, spec: CallSpec, { gate, policies }: CallServices): Promise<AgentGate> {
  const { agent, role, packs, depth, sessionID } = spec;
  return gate.child({
    agent,
    sessionID,
    role,
    within: await policies.find(spec.policy),
    packs,
    depth,
    abort: held.abort,
  });
}
