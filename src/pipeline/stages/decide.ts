import { posix } from 'node:path';
import { decide as judge } from '../../policy/decide.ts';
import { protects } from '../../policy/guards/protects.ts';
import type { Decision, Facts } from '../../policy/types.ts';
import { type Assessment, capabilitiesOf, type Danger, dangerOf, type Effects } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import type { MaybePromise } from '../../tool/schema/schema.ts';
import { filesNow } from '../ask/ask-person.ts';
import type { Call } from '../call.ts';
import { findLaterRuns } from '../effects/find-later-runs.ts';
import { refusalOf } from '../effects/judge-again.ts';
import { isPlannable, isRead, isSandboxed, isWalled } from '../effects/repeatable.ts';
import { resolveEffects } from '../effects/resolve-effects.ts';
import type { Stage, StageResult } from '../stage.ts';
import { lookForPrivate, namesMarked } from '../taint/taint.ts';

/** Works out the effects, once, and puts everything to the policy. */
export const decideStage: Stage = {
  name: 'decide',
  part: 'prepare',
  run(call) {
    try {
      const worked = workOutEffects(call);
      const judged = worked instanceof Promise ? worked.then(() => judgeCall(call)) : judgeCall(call);
      return judged instanceof Promise ? judged.catch(error => refuse(call, error)) : judged;
    } catch (error) {
      return refuse(call, error);
    }
  },
};

/** A check that throws has not said yes. What it throws on purpose is told as it is. */
function refuse(call: Call, error: unknown): StageResult {
  if (error instanceof ToolError) throw error;
  call.effects = 'everything';
  return put(call, { approval: false, failed: error instanceof Error ? error.message : String(error) });
}

/** Sets the call's resolved effects and its danger. */
export function workOutEffects(call: Call): MaybePromise<void> {
  const { effects } = call.ready.definition;
  const declared = effects ? effects(call.args as never, call.context) : 'everything';
  return declared instanceof Promise ? declared.then(made => setEffects(call, made)) : setEffects(call, declared);
}

function setEffects(call: Call, declared: Effects): MaybePromise<void> {
  const { danger } = call.ready.definition;
  const sandboxed = isSandboxed(call);
  const { root } = call.runtime.workspace;
  call.effects = resolveEffects(declared, (path, options) => {
    if (sandboxed && isOutside(path, root)) return { absolute: path, relative: path, via: [] };
    return call.runtime.workspace.resolve(path, options);
  });
  const level =
    typeof danger === 'function' ? danger(call.args as never, call.context) : (danger ?? dangerOf(call.effects));
  if (level instanceof Promise) return level.then(made => setDanger(call, made));
  setDanger(call, level);
}

function setDanger(call: Call, level: Danger | Assessment): void {
  call.danger = typeof level === 'string' ? level : level.danger;
  call.dangerWhy = typeof level === 'string' ? undefined : level.why;
  call.opaque = typeof level === 'string' || level.opaque !== false;
}

/** A plain absolute path elsewhere. What leads out by a link is refused all the same. */
const isOutside = (path: string, root: string): boolean =>
  posix.isAbsolute(path) && posix.normalize(path) === path && path !== root && !path.startsWith(`${root}/`);

function judgeCall(call: Call): MaybePromise<StageResult> {
  const looked = lookForPrivate(call);
  return looked instanceof Promise ? looked.then(() => judgeKnown(call)) : judgeKnown(call);
}

/** The tool's own wish for approval is asked for only when nothing forbids the call. */
function judgeKnown(call: Call): MaybePromise<StageResult> {
  call.judged = isRead(call) ? '' : filesNow(call);
  put(call, { approval: false });
  const { approval } = call.ready.definition;
  if (!approval) return undefined;
  const wish = typeof approval === 'function' ? approval(call.args as never, call.context) : approval;
  if (wish instanceof Promise) return wish.then(wanted => put(call, { approval: wanted }));
  return put(call, { approval: wish });
}

type SaidApproval = Pick<Facts, 'approval' | 'failed'>;

function put(call: Call, said: SaidApproval): StageResult {
  refuseOverspent(call);
  call.facts = factsOf(call, said);
  call.decision = judge(call.facts, call.runtime.policy());
  return refuseDenied(call.decision);
}

/** What an agent uses counts for those it works for, and their limits hold for it. */
function refuseOverspent({ scope, numbers }: Call): void {
  const spent = scope.session.isBelow && numbers ? scope.session.overspent(numbers) : undefined;
  if (!spent) return;
  const { what, allowed } = spent;
  throw new ToolError('BUDGET_EXCEEDED', `The agents have used up the ${allowed} ${what} that they may use together`, {
    suggestion: 'Finish with what is there, and say what is left to do.',
    details: { [what]: allowed },
  });
}

/** A tool that the policy leaves out is refused, whatever its arguments are, with what would let it in. */
export function refuseLeftOut(call: Call): void {
  const { ready, tool, scope, runtime } = call;
  call.danger = 'safe';
  call.decision = judge(
    {
      tool: ready.id,
      trust: tool?.trust ?? 'untrusted',
      required: ready.permissions?.required ?? [],
      effects: [],
      danger: call.danger,
      approval: false,
      session: scope.session.facts(),
      root: runtime.workspace.root,
    },
    runtime.policy(),
  );
  refuseDenied(call.decision);
}

/** Another answer may have brought a rule since the call was judged, and a deny always wins. */
export const refuseDeniedSince = (call: Call): StageResult =>
  refuseDenied(judge(call.facts as Facts, call.runtime.policy()));

function refuseDenied({ verdict, reasons, code }: Decision): undefined {
  if (verdict !== 'deny') return;
  const [why] = reasons;
  throw new ToolError(code, why?.text ?? 'The policy denies it', refusalOf(reasons));
}

/** What does not hold is left undefined: one shape for all calls, and JSON leaves it out. */
function factsOf(call: Call, said: SaidApproval): Facts {
  const { ready, tool, scope, runtime, alsoAs, numbers } = call;
  const session = scope.session.facts();
  const walled = isWalled(call);
  return {
    tool: ready.id,
    alsoAs: alsoAs.length === 0 ? undefined : alsoAs,
    pack: tool?.pack,
    fingerprint: tool?.origin === 'foreign' ? ready.fingerprint : undefined,
    trust: tool?.trust ?? 'untrusted',
    required: ready.permissions?.required ?? capabilitiesOf(call.effects),
    effects: call.effects,
    danger: call.danger,
    why: call.dangerWhy,
    approval: said.approval,
    failed: said.failed,
    session: numbers ? { ...session, calls: numbers[0]! } : session,
    root: runtime.workspace.root,
    contained: ready.definition.staged || walled || undefined,
    runsLater: findLaterRuns(call.effects, runtime.workspace, protects(runtime.policy(), runtime.workspace.root)),
    takesBack: ready.definition.takesBack || undefined,
    proxied: walled || undefined,
    mayReadPrivate: call.mayReadPrivate || undefined,
    readsMarked: namesMarked(call) || undefined,
    unplannable: (runtime.planned && !isPlannable(call)) || undefined,
  };
}
