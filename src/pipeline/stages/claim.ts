import { relative } from 'node:path';
import { ActivityEventType } from '../../activity/event-types.ts';
import { ToolError } from '../../tool/error.ts';
import { commonFolders, topmost } from '../../tool/folders/common-folders.ts';
import { bind, filesNow } from '../ask/ask-person.ts';
import type { Call } from '../call.ts';
import { covers } from '../effects/resolve-effects.ts';
import { withinLimits } from '../run/within-limits.ts';
import type { Stage, StageResult } from '../stage.ts';
import { decideStage } from './decide.ts';

/** Milliseconds that a lease lasts unless it is renewed; it is, while the call runs. */
const LEASE = 60_000;
/** How often a call is judged anew because what it changes was changed while it waited. */
const ROUNDS = 3;
/** More paths are claimed by the folders that they lie in. */
const MOST_CLAIMS = 500;

/** Leases for what the call will change: first among the calls of this process, then among all. */
export const claimStage: Stage = {
  name: 'claim',
  part: 'perform',
  run(call) {
    const paths = changedPaths(call);
    return paths.length === 0 ? undefined : take(call, paths);
  },
};

async function take(call: Call, paths: readonly string[]): Promise<StageResult> {
  call.throwIfAborted();
  const { locks, planned } = call.runtime;
  call.cleanups.push(await locks.acquire(call.effects, call.scope.abort));
  if (!planned) await lease(call, paths);
  if (await isStillAllowed(call)) return undefined;
  if (++call.rounds > ROUNDS) throw keepsChanging();
  // Others go on while it is judged anew, and perhaps a person is asked.
  for (const cleanup of call.cleanups.splice(0).reverse()) await cleanup();
  call.granted = false;
  // Who wrote the arguments had other files before them.
  call.changedByPerson = false;
  return 'coerce';
}

/**
 * What the call was judged on may have changed while it waited for its turn: a file that was not there is there now,
 * and overwriting asks; a file that a person was shown is another one.
 */
async function isStillAllowed(call: Call): Promise<boolean> {
  if (call.bound) await bind(call);
  const same = filesNow(call) === call.judged;
  if (same && !call.runtime.planned) return true;
  if (call.decision?.verdict === 'ask') return same;
  const { effects } = call;
  await withinLimits(call, decideStage.run(call));
  return call.decision?.verdict === 'allow' && covers(effects, call.effects);
}

const keepsChanging = (): ToolError =>
  new ToolError('STALE_FILE', 'The files kept changing while the call waited for them; nothing was changed', {
    retryable: true,
  });

async function lease(call: Call, paths: readonly string[]): Promise<void> {
  const { runtime, scope } = call;
  // Names of sessions and agents may hold anything; two of them must not look like two others.
  const owner = JSON.stringify([scope.session.id, scope.agent]);
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
  // A claim is on all that lies below.
  const paths = topmost([...new Set(changed.map(effect => relative(root, effect.resource) || '.'))]);
  // Each is a row that all processes compare with theirs.
  return paths.length <= MOST_CLAIMS ? [...paths] : [...(commonFolders(paths, MOST_CLAIMS) ?? ['.'])];
}
