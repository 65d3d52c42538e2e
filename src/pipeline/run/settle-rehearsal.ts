import { decide } from '../../policy/decide.ts';
import { protects } from '../../policy/guards/guarded.ts';
import { describeLost } from '../../text/describe-lost.ts';
import { sayList } from '../../text/say.ts';
import type { Effects } from '../../tool/effect.ts';
import type { CallFiles } from '../../workspace/port.ts';
import { askPerson } from '../ask/ask-person.ts';
import type { Verified } from '../call-states.ts';
import { findLaterRuns } from '../effects/find-later-runs.ts';
import { refuseDenied } from '../judge/judge.ts';
import { saveCall } from '../record/ledger.ts';
import { throwIfAborted } from './call-aborted.ts';

const MOST_SAID = 10;
/** The most characters of the output that a person is shown, from its end. */
const MOST_PRINTED = 4_000;

/**
 * Judges a rehearsed call by what it did. Where all of that is inside the policy nobody is asked; otherwise a person
 * sees it and is asked, and a no throws. The call given back is like any that was allowed: its changes are written.
 */
export async function settleRehearsal(call: Verified): Promise<Verified> {
  throwIfAborted(call);
  const files = call.view.staged;
  const { facts, decision } = judgeObserved(call, files?.observed() ?? []);
  refuseDenied(decision);
  const { tried } = call.run;
  const asks = decision.reasons.filter(({ verdict }) => verdict === 'ask').map(({ text }) => text);
  const lost = (await files?.lost()) ?? [];
  // A command whose text shows all, and that is asked about for its loopback alone, does the rest as any other does.
  const reasons = [
    ...(tried.size === 0 || !call.unseen
      ? []
      : [`it tried to reach ${sayList([...tried], MOST_SAID)}, and reached nobody`]),
    ...asks,
    ...(lost.length === 0 ? [] : [`it deletes or overwrites ${describeLost(lost)}`]),
    ...(files && call.unseen ? await lossesIn(files) : []),
  ];
  // A yes is for these very bytes: one to other bytes, or to the same command, is none to these.
  if (reasons.length > 0)
    await askPerson(call, {
      reason: `it was rehearsed, and nothing is written yet: ${reasons.join('; ')}`,
      diff: files && (await files.diff()),
      facts,
      rehearsed: { hosts: [...tried], output: tailOf(call.text) },
      digest: await files?.digest(),
    });
  throwIfAborted(call);
  return accept(call, reasons.length > 0);
}

/** The policy's word on the changes. Their danger is that of a change that can be taken back. */
function judgeObserved(call: Verified, observed: Effects) {
  const { workspace, policy } = call.runtime;
  const said = { danger: 'moderate', why: undefined, unseen: undefined, approval: false, unsure: undefined } as const;
  const runsLater = findLaterRuns(observed, workspace, protects(policy(), workspace.root));
  const facts = { ...call.facts, ...said, effects: observed, runsLater };
  return { facts, decision: decide(facts, policy()) };
}

/** The losses that undo does not bring back, or brings back too late. */
async function lossesIn(files: CallFiles): Promise<readonly string[]> {
  const outside = files.outside();
  return [
    ...(outside.length === 0 ? [] : [`outside of undo: ${sayList(outside, MOST_SAID)}`]),
    ...(await deletionsIn(files)),
    ...(historyIn(files) ? ['it deletes parts of a repository'] : []),
  ];
}

/** Whether git's history is gone, which is more than a change. */
const historyIn = ({ staged }: CallFiles): boolean =>
  staged().some(({ gone, path }) => gone && path.split('/').includes('.git'));

/** The most files that a command deletes unasked when its text does not show what it does. */
const MOST_DELETED = 20;

/** Deletions that a person would want to know of, although they can be taken back. */
async function deletionsIn({ files, staged }: CallFiles): Promise<readonly string[]> {
  const changed = staged();
  const gone = changed.filter(one => one.gone);
  if (gone.length === 0) return [];
  const left = (await files.list('.')).filter(({ name }) => !name.startsWith('.'));
  if (left.length === 0) return ['it deletes all of the workspace'];
  const top = gone.some(({ path }) => !path.includes('/')) && left.every(({ kind }) => kind === 'directory');
  // A moved file goes from one place and is created at another.
  const count = gone.length - changed.filter(({ created }) => created).length;
  return top || count > MOST_DELETED ? [`it deletes ${gone.length} files and folders`] : [];
}

/** Makes the call one that was allowed, and that cannot simply be made again. */
async function accept(call: Verified, asked: boolean): Promise<Verified> {
  const { decision, trail, scope } = call;
  const accepted: Verified = {
    ...call,
    rehearsed: undefined,
    granted: true,
    wasRehearsed: true,
    ...(asked ? {} : { decision: { ...decision, reasons: [...decision.reasons, INSIDE] } }),
  };
  trail.reach(accepted);
  await saveCall(accepted, 'started', { durable: true });
  await scope.step?.begin?.({ callID: call.callID, repeatable: false });
  throwIfAborted(accepted);
  return accepted;
}

const INSIDE = {
  verdict: 'allow',
  from: 'rehearsal',
  text: 'It was rehearsed, and all that it did is inside the policy',
} as const;

const tailOf = (text: string): string => (text.length <= MOST_PRINTED ? text : `…${text.slice(-MOST_PRINTED)}`);
