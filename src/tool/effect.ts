export type EffectKind = 'read' | 'write' | 'delete' | 'execute' | 'network' | 'send' | 'state';

/**
 * One thing that a call touches. For read, write and delete the resource is a path: as the tool gives it at first,
 * the real absolute path once resolved. For network it is a host, for send an address, an account, a channel or a
 * person, whole; for execute a command, for state a name.
 */
export interface Effect {
  readonly kind: EffectKind;
  readonly resource: string;
  /** The resource is a folder and all below it is meant. */
  readonly tree?: boolean;
  /** The entry itself is meant: a symbolic link at its end is not followed. Always so for a delete. */
  readonly entry?: boolean;
  /** The path is as the journal has it: no link on the way is followed, whatever stands there now. */
  readonly recorded?: boolean;
  /** The resource is part of the machine, such as its screen: the path is only its name, and counts as private. */
  readonly beyond?: boolean;
  /** Beside what is named, the call touches things that cannot be said: any rule might hold for it. */
  readonly unknown?: boolean;
  /** A read tells names, sizes and times alone, and nothing of what is in a file. */
  readonly about?: boolean;
  /** The write makes a symbolic link: its target has one more name then. */
  readonly link?: boolean;
  /** The parts of a state that are touched; left out, all. Calls that share no part run side by side. */
  readonly parts?: readonly string[];
  /** Symbolic links that were crossed on the way to the resource; set when resolved. */
  readonly via?: readonly string[];
}

/** The effects of a call; `everything` where they cannot be said. */
export type Effects = readonly Effect[] | 'everything';

export type Danger = 'safe' | 'moderate' | 'dangerous';
/** A danger with what makes it so, for those who are asked. */
export interface Assessment {
  readonly danger: Danger;
  readonly why?: string;
  /**
   * False where all that the call reads is in its effects: it runs no code that nobody has seen. Code that is fetched
   * to be run has an effect on the network beside it, so a look at the call without the network is no answer for it.
   */
  readonly opaque?: boolean;
  /** True where the only danger is that the call's text does not show what it does: a run would. */
  readonly unseen?: boolean;
}

export type Capability = 'read' | 'write' | 'execute' | 'network' | 'trace';

export const reads = (resource: string): Effect => ({ kind: 'read', resource });
export const readsTree = (resource: string): Effect => ({ kind: 'read', resource, tree: true });
export const seesTree = (resource: string): Effect => ({ kind: 'read', resource, tree: true, about: true });
export const writes = (resource: string): Effect => ({ kind: 'write', resource });
export const writesTree = (resource: string): Effect => ({ kind: 'write', resource, tree: true });
export const deletes = (resource: string): Effect => ({ kind: 'delete', resource, tree: true });
export const executes = (resource: string): Effect => ({ kind: 'execute', resource });
export const connects = (resource: string): Effect => ({ kind: 'network', resource });
/** Something goes to this address, account, channel or person, taken whole: a yes to a mailbox is none to its host. */
export const sends = (target: string): Effect => ({ kind: 'send', resource: target });
export const changesState = (resource: string, parts?: readonly string[]): Effect => ({
  kind: 'state',
  resource,
  ...(parts ? { parts } : {}),
});

export const isPathEffect = (effect: Effect): boolean =>
  effect.kind === 'read' || effect.kind === 'write' || effect.kind === 'delete';

/** Whether the call may touch more than it names. */
export const isUnbounded = (effects: Effects): boolean =>
  effects === 'everything' || effects.some(({ unknown }) => unknown === true);

/** Whether effects that are known change files by themselves. */
export const changesPaths = (effects: Effects): effects is readonly Effect[] =>
  effects !== 'everything' && effects.some(({ kind }) => kind === 'write' || kind === 'delete');

/** The capabilities that effects need; unknown effects need every one that touches the world. */
export function capabilitiesOf(effects: Effects): readonly Capability[] {
  if (effects === 'everything') return ['read', 'write', 'execute', 'network'];
  if (effects.length === 0) return NONE_NEEDED;
  const needed: Capability[] = [];
  for (const { kind } of effects) {
    if (kind === 'state') continue;
    const capability = kind === 'delete' ? 'write' : kind === 'send' ? 'network' : kind;
    if (!needed.includes(capability)) needed.push(capability);
  }
  return needed;
}

const NONE_NEEDED: readonly Capability[] = [];

/** The danger that follows from effects where a tool declares none. */
export function dangerOf(effects: Effects): Danger {
  if (effects === 'everything') return 'dangerous';
  let danger: Danger = 'safe';
  for (const { kind } of effects) {
    // The target of a send is judged by where its value came from; asking each time would teach people to say yes.
    if (kind === 'write' || kind === 'send') danger = 'moderate';
    else if (kind !== 'read') return 'dangerous';
  }
  return danger;
}

/** Names by which a job in the sandbox means itself: its proxy never gets them, and nothing else listens there. */
export const OWN_LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '::1'];

export const isOwnLoopback = (host: string): boolean => OWN_LOOPBACK.includes(host);

/** The host name that a job's proxy is asked for where the job has tried to reach an address past the proxy. */
export const UNROUTED = 'unrouted.toolgate.invalid';
