import { relative } from 'node:path';
import { changesPaths } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { commonFolders, topmost } from '../../tool/folders/common-folders.ts';
import { bind, filesNow } from '../ask/ask-person.ts';
import type { Claimed, Confirmed, Permitted, SentBack } from '../call-states.ts';
import { covers } from '../effects/resolve-effects.ts';
import { refuseDenied } from '../judge/judge.ts';
import { throwIfAborted } from '../run/call-aborted.ts';
import { withinLimits } from '../run/within-limits.ts';
import { Lease } from '../schedule/lease.ts';
import type { Stage } from '../stage-row.ts';
import { decideAnew } from './decide.ts';

/** The most times that a call is judged anew because its files were changed while it waited. */
const ROUNDS = 3;
/** The most claims; more paths are claimed by the folders that they lie in. */
const MOST_CLAIMS = 500;
const NONE: readonly string[] = [];

export const claimStage: Stage<Permitted, Claimed> = {
  name: 'claim',
  bounded: false,
  run: call => {
    const paths = changedPaths(call);
    return paths.length === 0 ? (call as Claimed) : take(call, paths);
  },
};

async function take(call: Permitted, paths: readonly string[]): Promise<Claimed> {
  throwIfAborted(call);
  return { ...call, lease: await Lease.take(call, paths) } as Claimed;
}

/**
 * Looks again at the files that the call was judged on, which may have changed while it waited for its turn: a file
 * that was not there is there now, and overwriting asks; a file that a person was shown is another one.
 */
export const confirmStage: Stage<Claimed, Confirmed | SentBack> = {
  name: undefined,
  bounded: false,
  run: call => (call.lease ? lookAgain(call) : (call as Confirmed)),
};

async function lookAgain(call: Claimed): Promise<Confirmed | SentBack> {
  const bound = call.bound && (await bind(call));
  const same = filesNow({ ...call, bound }) === call.filesThen;
  if (same && (!call.runtime.planned || call.decision.verdict === 'ask')) return { ...call, bound } as Confirmed;
  if (call.decision.verdict === 'ask') return sendBack(call);
  const judged = await withinLimits(call, decideAnew(call));
  call.trail.reach(judged);
  refuseDenied(judged.decision);
  const isAllowed = judged.decision.verdict === 'allow' && covers(call.effects, judged.effects);
  return isAllowed ? ({ ...call, ...judged } as Confirmed) : sendBack(call);
}

/** Sends the call back; others go on meanwhile. Whoever wrote the arguments had other files before them. */
function sendBack({ args, rounds }: Claimed): SentBack {
  if (rounds >= ROUNDS)
    throw new ToolError('STALE_FILE', 'The files kept changing while the call waited for them; nothing was changed', {
      retryable: true,
    });
  return { back: { args, rounds: rounds + 1, changedByPerson: false } };
}

function changedPaths({ effects, runtime }: Permitted): readonly string[] {
  if (!changesPaths(effects)) return NONE;
  const { root } = runtime.workspace;
  const changed = effects.filter(effect => effect.kind === 'write' || effect.kind === 'delete');
  // A claim on a folder covers all that lies below.
  const paths = topmost([...new Set(changed.map(effect => relative(root, effect.resource) || '.'))]);
  // A claim is a row that all processes compare with theirs.
  return paths.length <= MOST_CLAIMS ? paths : (commonFolders(paths, MOST_CLAIMS) ?? ['.']);
}
