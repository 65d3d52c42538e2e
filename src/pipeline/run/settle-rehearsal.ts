import { decide } from '../../policy/decide.ts';
import { protects } from '../../policy/guards/protects.ts';
import type { Decision, Facts } from '../../policy/types.ts';
import { describeLost } from '../../text/describe-lost.ts';
import { sayList } from '../../text/say.ts';
import type { Effects } from '../../tool/effect.ts';
import type { CallFiles } from '../../workspace/port.ts';
import { askPerson } from '../ask/ask-person.ts';
import type { Verified } from '../call-states.ts';
import { findLaterRuns } from '../effects/find-later-runs.ts';
import { refuseDenied } from '../judge/refuse-denied.ts';
import { saveCall } from '../record/ledger.ts';
import { throwIfAborted } from './call-aborted.ts';

/** The most paths or hosts that a reason names. */
const MOST_SAID = 10;
/** The most characters of what it printed that a person is shown: its end. */
const MOST_PRINTED = 4_000;

/**
 * Judges a call that was rehearsed by what it did. Where all of that is inside the policy nobody is asked; otherwise a
 * person is, who sees it, and a no throws. What comes back is a call like any other that was let: its changes are written.
 */
export async function settleRehearsal(call: Verified): Promise<Verified> {
  throwIfAborted(call);
  const files = call.view.staged;
  const { facts, decision } = judgeObserved(call, files?.observed() ?? []);
  refuseDenied(decision);
  const { tried } = call.run;
  const asks = decision.reasons.filter(({ verdict }) => verdict === 'ask').map(({ text }) => text);
  const lost = (await files?.lost()) ?? [];
  // What is seen through, and asked about for its loopback alone, does the rest as any other command does.
  const reasons = [
    ...(tried.size === 0 || !call.unseen
      ? []
      : [`it tried to reach ${sayList([...tried], MOST_SAID)}, and reached nobody`]),
    ...asks,
    ...(lost.length === 0 ? [] : [`it deletes or overwrites ${describeLost(lost)}`]),
    ...(files && call.unseen ? await lossesIn(files) : []),
  ];
  if (reasons.length > 0) await ask(call, { files, facts, reasons });
  throwIfAborted(call);
  return accept(call, reasons.length > 0);
}

/** The policy's word on what was changed. Its danger is that of a change that can be taken back. */
function judgeObserved(call: Verified, observed: Effects): { readonly facts: Facts; readonly decision: Decision } {
  const { workspace, policy } = call.runtime;
  const said = { danger: 'moderate', why: undefined, unseen: undefined, approval: false, unsure: undefined } as const;
  const runsLater = findLaterRuns(observed, workspace, protects(policy(), workspace.root));
  const facts = { ...call.facts, ...said, effects: observed, runsLater };
  return { facts, decision: decide(facts, policy()) };
}

/** What undo does not bring back, or brings back too late. */
async function lossesIn(files: CallFiles): Promise<readonly string[]> {
  const outside = files.outside();
  return [
    ...(outside.length === 0 ? [] : [`outside of undo: ${sayList(outside, MOST_SAID)}`]),
    ...(await deletionsIn(files)),
    ...(historyIn(files) ? ['it deletes parts of a repository'] : []),
  ];
}

/** Whether what git keeps is gone, which is more than a change. */
const historyIn = ({ staged }: CallFiles): boolean =>
  staged().some(({ gone, path }) => gone && path.split('/').includes('.git'));

/** The most files that a command which nobody could see through deletes unasked. */
const MOST_DELETED = 20;

/** Deletions that a person would want to know of, although they can be taken back. */
async function deletionsIn({ files, staged }: CallFiles): Promise<readonly string[]> {
  const changed = staged();
  const gone = changed.filter(one => one.gone);
  if (gone.length === 0) return [];
  const left = (await files.list('.')).filter(({ name }) => !name.startsWith('.'));
  if (left.length === 0) return ['it deletes all of the workspace'];
  const top = gone.some(({ path }) => !path.includes('/')) && left.every(({ kind }) => kind === 'directory');
  // What is moved goes from one place and comes to be at another.
  const count = gone.length - changed.filter(({ created }) => created).length;
  return top || count > MOST_DELETED ? [`it deletes ${gone.length} files and folders`] : [];
}

interface RehearsalFindings {
  readonly files: CallFiles | undefined;
  readonly facts: Facts;
  readonly reasons: readonly string[];
}

/** Asks about these very bytes: a yes that was given to others, or to the same command, is none to them. */
async function ask(call: Verified, { files, facts, reasons }: RehearsalFindings): Promise<void> {
  await askPerson(call, {
    reason: `it was rehearsed, and nothing is written yet: ${reasons.join('; ')}`,
    diff: files && (await files.diff()),
    facts,
    rehearsed: { hosts: [...call.run.tried], output: tailOf(call.text) },
    digest: await files?.digest(),
  });
}

/** From here on it is a call that was let, and one that cannot simply be made again. */
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
