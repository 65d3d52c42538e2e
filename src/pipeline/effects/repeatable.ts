import { isOwnLoopback, isPathEffect } from '../../tool/effect.ts';
import type { Assessed } from '../call-states.ts';

type Touching = Pick<Assessed, 'effects'>;
type Runnable = Pick<Assessed, 'ready' | 'args'>;

export const isRead = (call: Touching): boolean =>
  call.effects !== 'everything' && call.effects.every(effect => effect.kind === 'read');

/**
 * Whether nothing of a call happens before the commit: a staged tool that touches files and nothing else. A tool that
 * also reaches a host or runs something does that at once, whatever it stages.
 */
export const isHeldBack = (call: Touching & Pick<Assessed, 'ready'>): boolean =>
  call.ready.definition.staged === true && call.effects !== 'everything' && call.effects.every(isPathEffect);

/** Whether the sandbox holds the program that a call runs, and the files it writes wait for the commit. */
export function isSandboxed({ ready, args }: Runnable): boolean {
  const { sandboxed } = ready.definition;
  return typeof sandboxed === 'function' ? sandboxed(args as never) : sandboxed === true;
}

/** Whether a sandbox is round a call, so that it has no way out but the proxy. */
export const isWalled = (call: Runnable & Pick<Assessed, 'runtime'>): boolean =>
  isSandboxed(call) && call.runtime.policy().sandbox !== 'off';

/** Whether changes can be kept in a plan: nothing leaves the machine, and nothing is written before the commit. */
export const isPlannable = (call: Touching & Runnable): boolean =>
  isHeldBack(call) || (isSandboxed(call) && !reachesNetwork(call));

/**
 * Whether a call can be run before anyone has allowed it: on a layer, in a sandbox, reaching nobody. Not a call that
 * names a host which could be let in, and not one that a person has answered, or whose rehearsal has come to nothing.
 */
export const mayBeRehearsed = (call: Assessed): boolean =>
  isWalled(call) &&
  call.scope.answered !== true &&
  !call.unrehearsed &&
  !call.changedByPerson &&
  call.effects !== 'everything' &&
  !call.effects.some(({ kind, resource }) => kind === 'send' || (kind === 'network' && !isOwnLoopback(resource)));

const reachesNetwork = ({ effects }: Touching): boolean =>
  effects !== 'everything' && effects.some(({ kind }) => kind === 'network');

/** Whether a second run cannot do more than the first. */
export const isRepeatable = (call: Touching & Pick<Assessed, 'ready'>): boolean =>
  call.ready.definition.idempotent === true || isRead(call) || isHeldBack(call);

/** Whether a call that is made again as the same step goes on from its own record, and does nothing twice. */
export const goesOnAsStep = ({ ready, args, scope }: Runnable & Pick<Assessed, 'scope'>): boolean =>
  scope.step !== undefined && ready.definition.resumes?.(args as never) === true;

/**
 * Whether a call may simply be made again by whoever goes on with the work. A call that writes files may not, although
 * a process that dies leaves all of it or nothing: an insertion would be there twice, and later work overwritten.
 */
export const isMadeAgain = (call: Assessed): boolean =>
  goesOnAsStep(call) ||
  (isRepeatable(call) &&
    (call.effects === 'everything' || !call.effects.some(({ kind }) => kind === 'write' || kind === 'delete')));
