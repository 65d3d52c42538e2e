import { ActivityEventType } from '../../activity/event-types.ts';
import { decide as judge } from '../../policy/decide.ts';
import { protects } from '../../policy/guards/guarded.ts';
import type { Facts, Reason } from '../../policy/types.ts';
import { describeLost } from '../../text/describe-lost.ts';
import type { Effect, Effects } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import type { MaybePromise } from '../../tool/maybe-promise.ts';
import { maskRecord } from '../../tool/text/mask.ts';
import type { CallFiles, CommittedSet } from '../../workspace/port.ts';
import { askPerson } from '../ask/ask-person.ts';
import type { Committed, Judged, Performed, Verified } from '../call-states.ts';
import { findLaterRuns } from '../effects/find-later-runs.ts';
import { isSandboxed } from '../effects/repeatable.ts';
import { covers, nameEffect } from '../effects/resolve-effects.ts';
import { throwIfAborted } from '../run/call-aborted.ts';
import { settleRehearsal } from '../run/settle-rehearsal.ts';
import type { Stage } from '../stage-row.ts';
import { markWritten } from '../taint/mark-written.ts';

/** Writes the staged files, all or none, after a last look at what the changes really are. */
export const commitStage: Stage<Verified, Committed> = {
  name: 'commit',
  bounded: false,
  run: call => {
    if (call.rehearsed) return settleRehearsal(call).then(take);
    const files = call.view.staged;
    return files ? askThenWrite(call, files) : (call as Committed);
  },
};

/** Writes the changes of a rehearsal that were allowed as they are. */
function take(call: Verified): MaybePromise<Committed> {
  const files = call.view.staged;
  return files ? write(call, files) : (call as Committed);
}

async function askThenWrite(call: Verified, files: CallFiles): Promise<Committed> {
  throwIfAborted(call);
  const lost = await files.lost();
  if (lost.length > 0)
    await askPerson(call, { reason: `it deletes or overwrites ${describeLost(lost)}`, diff: await files.diff() });
  await askAboutObserved(call, files);
  return write(call, files);
}

async function write(call: Verified, files: CallFiles): Promise<Committed> {
  const unmark = await markWritten(call, files);
  const written = files.commit({
    title: maskRecord(call.result.title ?? call.name),
    claims: call.lease?.claims ?? [],
    approve: observed => refuseUndeclared(call, observed),
  });
  const committed = await written.catch(async error => {
    await unmark();
    throw error;
  });
  const done = { ...call, committed } as Committed;
  if (committed) await tellWritten(done, committed, files.takesBack);
  return done;
}

/** Tells which files are written; they stay so, even if telling fails. */
async function tellWritten(call: Committed, { id, changes, planned }: CommittedSet, back: boolean): Promise<void> {
  const { activity } = call.runtime;
  call.trail.reach(call);
  if (planned) {
    activity.emit(ActivityEventType.PLAN_CHANGED, call, { changeSetID: id });
    return;
  }
  const type = back ? ActivityEventType.FILE_REVERTED : ActivityEventType.FILE_CHANGED;
  for (const [index, { diff: _, ...change }] of changes.entries()) {
    activity.emit(type, call, { changeSetID: id, ...change });
    // The events are flushed, for very many would all wait in memory.
    if (index % EVENTS === EVENTS - 1) await activity.flush();
  }
}

/** The most events that are told before the store has them. */
const EVENTS = 500;

/**
 * Asks about paths in a folder that a call declared as a whole, or could not declare, and that were not judged one by
 * one before: where a rule or a protected path asks about such a path, and no one was asked, a person is asked now.
 */
async function askAboutObserved(call: Performed, files: CallFiles): Promise<void> {
  const { effects } = call;
  const observed = files.observed();
  if (observed === 'everything') return;
  const { workspace, policy } = call.runtime;
  const facts: Facts = {
    ...call.facts,
    runsLater: findLaterRuns(observed, workspace, protects(policy(), workspace.root)),
  };
  const before = new Set(call.facts.runsLater);
  // A path may have come to make a repository of a folder meanwhile.
  const later = new Set(facts.runsLater?.filter(resource => !before.has(resource)));
  const known = new Set(effects === 'everything' ? [] : effects.map(nameEffect));
  const unnamed = observed.filter(one => later.has(one.resource) || !known.has(nameEffect(one)));
  if (unnamed.length === 0 || !(covers(effects, unnamed) || isSandboxed(call))) return;
  const asks = asksAbout(call, facts, unnamed);
  if (asks.length === 0) return;
  const why = asks.map(({ text }) => text).join('; ');
  await askPerson(call, {
    reason: isSandboxed(call) ? `it has run, and its changes wait to be written: ${why}` : why,
    diff: await files.diff(),
    facts: { ...facts, effects: observed, approval: false, danger: 'safe' },
  });
  throwIfAborted(call);
}

/** Reasons to ask: a yes to a whole folder is one for all below it; a path that nobody named is asked about now. */
function asksAbout(call: Judged, facts: Facts, unnamed: readonly Effect[]): readonly Reason[] {
  const { effects, decision, runtime } = call;
  const told = new Set(decision.reasons.map(reason => reason.rule ?? reason.text));
  const asksOf = (part: readonly Effect[]) =>
    part.length === 0
      ? []
      : judge({ ...facts, effects: part, approval: false }, runtime.policy()).reasons.filter(
          ({ verdict, from, rule }) => verdict === 'ask' && (rule || from === 'protected'),
        );
  const trees = effects === 'everything' ? [] : effects.filter(({ tree }) => tree === true);
  const named = unnamed.filter(one => covers(trees, [one]));
  const inTrees = new Set(named);
  const fresh = asksOf(unnamed.filter(one => !inTrees.has(one)));
  return [...fresh, ...asksOf(named).filter(({ rule, text }) => !told.has(rule ?? text))];
}

/** Refuses staged changes that are denied; changes beyond the declared effects must be allowed by themselves. */
function refuseUndeclared(call: Judged, observed: Effects): void {
  const facts = { ...call.facts, effects: observed, approval: false, unsure: undefined };
  const decision = judge(facts, call.runtime.policy());
  const declared = covers(call.effects, observed) || isSandboxed(call);
  if (decision.verdict === 'allow' || (declared && decision.verdict === 'ask')) return;
  const [why] = decision.reasons;
  throw new ToolError(
    'POLICY_DENIED',
    `${declared ? '' : `${call.name} touched more than it had declared: `}${why?.text ?? 'the policy denies it'}; nothing was changed`,
    { details: { observed, reasons: decision.reasons } },
  );
}
