import { relative } from 'node:path';
import { ActivityEventType } from '../../activity/event-types.ts';
import type { Call } from '../call.ts';
import type { Stage } from '../stage.ts';

/** Milliseconds that a lease lasts unless it is renewed; it is, while the call runs. */
const LEASE = 60_000;

/** Leases for what the call will change: first among the calls of this process, then among all. */
export const claim: Stage = {
  name: 'claim',
  part: 'perform',
  run(call) {
    const paths = changedPaths(call);
    return paths.length === 0 ? undefined : take(call, paths);
  },
};

async function take(call: Call, paths: readonly string[]): Promise<undefined> {
  call.throwIfAborted();
  const { runtime, scope } = call;
  call.cleanups.push(await runtime.locks.acquire(call.effects));
  if (runtime.planned) return;
  const owner = `${scope.session.id}/${scope.agent}`;
  const { agent, abort: signal } = scope;
  call.claims = await runtime.blackboard.claim(paths, { owner, agent, ttl: LEASE, wait: runtime.claimWait, signal });
  runtime.activity.emit(ActivityEventType.CLAIM_TAKEN, call, { paths, until: call.claims[0]?.expiresAt });
  const renewal = setInterval(() => renew(call), LEASE / 3).unref();
  call.cleanups.push(async () => {
    clearInterval(renewal);
    await runtime.blackboard.release(paths, owner);
    runtime.activity.emit(ActivityEventType.CLAIM_RELEASED, call, { paths });
  });
}

/** A lease that cannot be renewed is found lost at the commit, which then refuses. */
function renew(call: Call): void {
  call.runtime.blackboard.renew(call.claims, LEASE).then(
    claims => {
      call.claims = claims;
    },
    () => {},
  );
}

function changedPaths(call: Call): string[] {
  if (call.effects === 'everything') return [];
  const { root } = call.runtime.workspace;
  const changed = call.effects.filter(effect => effect.kind === 'write' || effect.kind === 'delete');
  return [...new Set(changed.map(effect => relative(root, effect.resource) || '.'))];
}
