import { posix } from 'node:path';
import { impliedDanger, isUndeclared } from '../../tool/declared.ts';
import { type Assessment, changesState, type Danger, type Effects, sends } from '../../tool/effect.ts';
import { goOn, type MaybePromise } from '../../tool/maybe-promise.ts';
import { filesNow } from '../ask/ask-person.ts';
import type { Assessed, Validated } from '../call-states.ts';
import { isRead, isSandboxed } from '../effects/repeatable.ts';
import { resolveEffects } from '../effects/resolve-effects.ts';
import { isAt, leavesOf } from '../origin/leaves.ts';

/**
 * Asks the tool what the call would touch and how dangerous that is, once for its arguments: scheduling, asking ahead,
 * explaining and deciding all work with what is found here.
 */
export function assessCall(call: Validated): MaybePromise<Assessed> {
  const { effects } = call.ready.definition;
  const declared = effects ? effects(call.args as never, call.survey) : effectsOfTargets(call);
  return goOn(declared, made => weigh(call, made));
}

/** The effects of a tool that says where it sends and no more: it sends there, and changes something of its own. */
function effectsOfTargets({ ready: { id, definition }, args }: Validated): Effects {
  const { targets, readOnly } = definition;
  if (!targets) return 'everything';
  const named = leavesOf(args).filter(({ path }) => targets.some(target => isAt(path, target)));
  const goesTo = [...new Set(named.map(({ value }) => value))].map(sends);
  return readOnly ? goesTo : [changesState(`tool:${id}`), ...goesTo];
}

function weigh(call: Validated, declared: Effects): MaybePromise<Assessed> {
  const effects = resolved(call, declared);
  const { danger } = call.ready.definition;
  if (typeof danger !== 'function') return toAssessed(call, effects, danger ?? implied(call, effects));
  // The effects of the call are known, also where the tool now says that they cannot be.
  call.trail.reach({ ...call, effects });
  return goOn(danger(call.args as never, call.survey), level => toAssessed(call, effects, level));
}

/** The danger of a call whose tool declares nothing at all: whoever is asked is told so, for it can be mended. */
function implied({ ready }: Validated, effects: Effects): Danger | Assessment {
  const { effects: stated, targets, readOnly } = ready.definition;
  if (!stated && targets && !ready.permissions) return readOnly ? 'safe' : 'moderate';
  const danger = impliedDanger(ready, effects);
  return isUndeclared(ready) ? { danger, why: 'it does not say what it touches' } : danger;
}

function resolved(call: Validated, declared: Effects): Effects {
  const { workspace } = call.runtime;
  const sandboxed = isSandboxed(call);
  return resolveEffects(declared, (path, options) => {
    if (sandboxed && isOutside(path, workspace.root)) return { absolute: path, relative: path, via: [] };
    return workspace.resolve(path, options);
  });
}

/** Whether a path is a plain absolute one elsewhere. A path that leads out by a link is refused all the same. */
const isOutside = (path: string, root: string): boolean =>
  posix.isAbsolute(path) && posix.normalize(path) === path && path !== root && !path.startsWith(`${root}/`);

function toAssessed(call: Validated, effects: Effects, level: Danger | Assessment): Assessed {
  const said = typeof level === 'string' ? undefined : level;
  return {
    ...call,
    effects,
    danger: typeof level === 'string' ? level : level.danger,
    why: said?.why,
    opaque: said?.opaque !== false,
    unseen: said?.unseen === true,
    filesThen: isRead({ effects }) ? '' : filesNow({ runtime: call.runtime, effects }),
    looksBack: call.survey.looksBack,
  };
}

/** The worst assessment, for a tool that cannot say what it touches: it may touch everything, and is dangerous. */
export const assessWorst = (call: Validated): Assessed => ({
  ...call,
  effects: 'everything',
  danger: 'dangerous',
  why: undefined,
  opaque: true,
  unseen: false,
  filesThen: '',
  looksBack: call.survey.looksBack,
});
