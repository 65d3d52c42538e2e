import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { AskApprovalOptions, ApprovalQuestion as Put } from '../../approval/approvals.ts';
import { grantKey } from '../../approval/grant-key.ts';
import type { ApprovalRequest, Settlement } from '../../approval/request.ts';
import { suggestRules } from '../../policy/rules/suggest-rules.ts';
import type { Facts } from '../../policy/types.ts';
import { withoutDefaults } from '../../tool/arguments/without-defaults.ts';
import type { ApprovalBinding } from '../../tool/define.ts';
import { type Effects, isPathEffect } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { canonicalJson } from '../../tool/text/canonical-json.ts';
import { shortenText } from '../../tool/text/mask.ts';
import type { Step } from '../call.ts';
import type { Assessed, Judged } from '../call-states.ts';
import type { ToolRun } from '../run/tool-run.ts';
import { withinLimits } from '../run/within-limits.ts';

interface PersonQuestion {
  readonly reason: string;
  readonly diff?: string | undefined;
  /** What a rehearsal came to, beside the diff. */
  readonly rehearsed?: ApprovalRequest['rehearsed'];
  /** The digest of the bytes that would be written: it tells them from other bytes with the same diff. */
  readonly digest?: string | undefined;
  /** Facts of the question, where it is about something else than the call as it was judged at first. */
  readonly facts?: Facts;
}

type Bound = Judged & { readonly bound?: ApprovalBinding | undefined };

/** Asks a person once more in the middle of a run; a no throws. The yes is for this very diff. */
export async function askPerson(call: Bound & { readonly run: ToolRun }, question: PersonQuestion): Promise<void> {
  // The call holds files by now, which other calls may wait for: it must not wait for those calls.
  const settled = await putQuestion(call, question, { which: whichOf(call.run, question), inTurn: false });
  if (!settled.approved) throw settled.error;
  if (settled.modifiedArgs) throw tooLate(settled.modifiedArgs);
}

/** The key of a question: a tool may ask the same twice, and an earlier yes counts for the first one only. */
function whichOf(run: ToolRun, { reason, diff = '', digest }: PersonQuestion): string {
  const shown = canonicalJson(digest === undefined ? [reason, diff] : [reason, diff, digest]);
  const times = run.timesAsked(shown);
  return createHash('sha256')
    .update(times === 0 ? shown : `${times} ${shown}`)
    .digest('hex');
}

/** The error when a person gives other arguments after the call has run: with those it is another call. */
const tooLate = (args: Readonly<Record<string, unknown>>): ToolError =>
  new ToolError('APPROVAL_DENIED', 'A person wants other arguments, and it has run already; nothing was written', {
    suggestion: `Call it again with: ${shortenText(JSON.stringify(args), 2_000)}`,
    details: { modifiedArgs: args },
  });

interface PutOptions {
  readonly which?: string;
  /** Whether the call goes on only after the calls that came meanwhile and touch the same. */
  readonly inTurn: boolean;
}

/**
 * Puts a call before a person; the question is bound to its arguments, its tool, the files it touches and the policy.
 * Requests of the same client do not wait for the answer.
 */
export async function putQuestion(
  call: Bound,
  question: PersonQuestion,
  { which, inTurn }: PutOptions,
): Promise<Settlement> {
  const { put, asked } = questionOf(call, question, which);
  const { seat, ahead: early } = call.trail.place ?? {};
  seat?.leave();
  const goOn = call.trail.wait();
  try {
    const answered = await early?.take(asked.grantKey, question.reason);
    return answered ?? (await call.runtime.approvals.ask(put, asked));
  } finally {
    await seat?.back({ inTurn });
    goOn();
  }
}

/** The question as it is stored and shown, and what a yes to it is bound to. */
export function questionOf(
  call: Bound,
  { reason, diff, rehearsed, facts = call.facts }: PersonQuestion,
  which?: string,
): { readonly put: Put; readonly asked: AskApprovalOptions } {
  const { ready, runtime, scope } = call;
  const policy = runtime.policy();
  const { effects } = facts;
  const args = (call.args ?? {}) as Record<string, unknown>;
  const said = withoutDefaults(args, ready.parameters.json) as Record<string, unknown>;
  const unsaid = Object.keys(args).filter(name => !Object.hasOwn(said, name));
  return {
    put: {
      stepId: call.callID,
      tool: ready.id,
      args,
      ...(unsaid.length === 0 ? {} : { unsaid }),
      reason,
      effects,
      danger: call.danger,
      ...(call.decision.reasons.some(({ from }) => from === 'plan') ? { unplanned: true as const } : {}),
      suggestions: suggestRules(facts, policy),
      root: runtime.workspace.root,
      ...(call.bound ? { cwd: call.bound.cwd } : {}),
      ...(diff === undefined ? {} : { diff }),
      ...(rehearsed ? { rehearsed } : {}),
    },
    asked: {
      sessionID: scope.session.id,
      agent: scope.agent,
      signal: call.stop.signal,
      ...(scope.approver ? { approver: scope.approver } : {}),
      ...(scope.preview ? { preview: args => scope.preview!({ name: ready.id, args }, scope) } : {}),
      ...(scope.step ? stepOf(scope.step, which) : {}),
      grantKey: grantKey({
        tool: ready.id,
        fingerprint: ready.fingerprint,
        args: call.args,
        // A question in the middle of a run is about what the run has done, and the diff shows that.
        fileStates:
          which === undefined ? { ...fileStates(call, effects), ...steering(call) } : fileStates(call, effects),
        ...(call.bound ? { cwd: call.bound.cwd } : {}),
        policyVersion: policy.version,
        ...(runtime.planned ? { planned: true } : {}),
        ...(which === undefined ? {} : { question: which }),
      }),
    },
  };
}

const stepOf = (step: Step, which: string | undefined): Pick<AskApprovalOptions, 'step' | 'isLeft'> => ({
  step: which === undefined ? step.key : `${step.key} ${which}`,
  isLeft: () => step.isLeft?.() === true,
});

/** Looks up what a yes would be bound to beside arguments and effects. */
export async function bind(call: Assessed): Promise<ApprovalBinding | undefined> {
  const { bound } = call.ready.definition;
  return bound && (await withinLimits(call, bound(call.args as never, call.survey)));
}

type Touching = Pick<Judged, 'runtime' | 'effects'> & { readonly bound?: ApprovalBinding | undefined };

/** A text for the present state of the files that the call touches, and of those that steer it; to compare. */
export const filesNow = (call: Touching): string =>
  !call.bound && !touchesFiles(call.effects)
    ? NO_FILES
    : canonicalJson({ ...fileStates(call, call.effects), ...steering(call) });

const NO_FILES = canonicalJson({});

const touchesFiles = (effects: Effects): boolean => effects !== 'everything' && effects.some(isPathEffect);

/** Files that steer a call by their content: a file written anew with the same content steers the same. */
function steering({ bound, runtime: { workspace } }: Touching): Record<string, string | undefined> {
  if (!bound) return {};
  const states = bound.files.map(path => [`steers ${path}`, workspace.content(join(workspace.root, path))] as const);
  return Object.fromEntries([['runs in', bound.cwd], ...states]);
}

/** The states of files, as far as a person was shown them. */
function fileStates({ runtime }: Touching, effects: Effects): Record<string, string | undefined> {
  const states: Record<string, string | undefined> = {};
  if (effects === 'everything') return states;
  for (const effect of effects) if (isPathEffect(effect)) states[effect.resource] = runtime.workspace.boundTo(effect);
  return states;
}
