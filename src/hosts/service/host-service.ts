import { relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Toolgate } from '../../gate/toolgate.ts';
import { newId } from '../../tool/id.ts';
import type { NamedProcess } from '../client/own-process.ts';
import type { Host, HostAnswer, HostDeed, HostEvent, HostPlace } from '../host.ts';
import { findHost } from '../hosts.ts';
import { clientAncestry } from './host-processes.ts';
import { registerHostTool } from './host-tools.ts';
import { judgeOwnShell } from './own-shell.ts';
import { type BeforeEvent, PendingCall } from './pending-call.ts';
import { SessionTurns } from './session-turns.ts';
import { ShellCalls } from './shell-calls.ts';
import type { ShellClient } from './shell-client.ts';
import { UnseenChanges } from './unseen-changes.ts';

interface HostServiceOptions {
  readonly gate: Toolgate;
  /** The line of words that starts the client of shell calls and tells it where to ask. */
  readonly shellClient: readonly string[];
  /** Milliseconds that a question waits for an answer from a terminal or the console. */
  readonly wait: number;
}

export interface HookRequest {
  readonly host: string;
  /** What the hook was started for; `before`: a call waits for its answer. */
  readonly phase: string;
  readonly event: Readonly<Record<string, unknown>>;
  readonly env: HostPlace['env'];
  /** The process of the hook, or of the host where that has loaded a plugin. */
  readonly client?: NamedProcess | undefined;
}

type Asking = Pick<HookRequest, 'env' | 'client'>;

export class HostService {
  readonly #options: HostServiceOptions;
  readonly #sessions: SessionTurns;
  readonly #shells: ShellCalls;
  readonly #unseen: UnseenChanges;
  /** Calls whose end the host has not told, by who made them. */
  readonly #calls = new Map<string, PendingCall>();
  /** Calls that only look, which end here when the host is let go on; the host opens the files a moment later. */
  readonly #looking = new Map<string, PendingCall>();

  constructor(options: HostServiceOptions) {
    this.#options = options;
    this.#sessions = new SessionTurns(options.gate);
    this.#shells = new ShellCalls(options.gate, options.shellClient);
    this.#unseen = new UnseenChanges(options.gate.workspace);
  }

  /** Whether calls are under way. A call that a host has let lie for hours, as when it was killed, is none. */
  get isBusy(): boolean {
    const since = Date.now() - LET_LIE;
    return this.#shells.running > 0 || [...this.#calls.values()].some(({ begunAt }) => begunAt > since);
  }

  /**
   * Whether calls are judged, or were let go and their hosts have told no end, but for commands that run. A call that a
   * host has let lie for a while counts no more: a hook waits for the room.
   */
  get isAwaiting(): boolean {
    const since = Date.now() - LET_WAIT;
    return [...this.#calls.values()].some(call => call.begunAt > since && !this.#shells.isRunning(call));
  }

  /** Whether an event begins something; a call that the event shows to be over is ended. Throws as `hook` does. */
  async endsForNext({ host: name, event: raw, env }: HookRequest): Promise<boolean> {
    const host = requireHost(name);
    const event = host.readEvent(raw, env);
    if (event.kind === 'turn-begins') await this.#settle(call => isOf(call, host, event));
    return BEGINNINGS.has(event.kind);
  }

  /** The text that the hook prints. Throws for an event that is not understood: the hook blocks then. */
  async hook({ host: name, phase, event: raw, env, client }: HookRequest): Promise<string> {
    const host = requireHost(name);
    const event = host.readEvent(raw, env);
    // A host that has given its events other names would take the answer to an unknown event for a yes.
    if (phase === 'before' && event.kind !== 'before')
      throw new TypeError('A call waits, and the event is none that is known to come before one');
    return host.renderAnswer(event, await this.#answer(host, event, { env, client }));
  }

  run(id: string, cwd: string, client: ShellClient): Promise<void> {
    return this.#shells.run(id, cwd, client);
  }

  /** Ends in the middle of turns, which another process goes on with; changes that no call made are on record then. */
  async leave(): Promise<void> {
    await this.#unseen.endTurns();
    await this.close();
  }

  async close(): Promise<void> {
    await this.#settle(() => true);
    await this.#unseen.close();
  }

  async #answer(host: Host, event: HostEvent, asking: Asking): Promise<HostAnswer> {
    if (event.kind === 'before') return this.#before(host, { ...event, callID: event.callID ?? newId() }, asking);
    if (event.kind === 'after') await this.#after(host, event);
    if (event.kind === 'turn-begins') {
      await this.#settle(call => isOf(call, host, event));
      await this.#sessions.begin(host, event);
      const { sessionID, turn } = await this.#sessions.callerOf(host, event);
      this.#unseen.turnBegins(sessionID, turn);
    }
    if (event.kind === 'turn-ends') {
      await this.#settle(call => isOf(call, host, event) && call.event.agent?.id === event.agent?.id);
      if (!event.agent) await this.#unseen.turnEnds(`${host.name}:${event.session}`);
    }
    if (event.kind === 'session-begins') this.#unseen.prepare();
    if (event.kind === 'session-ends') await this.#settle(call => isOf(call, host, event));
    return { verdict: 'none' };
  }

  async #before(host: Host, event: BeforeEvent, { env, client }: Asking): Promise<HostAnswer> {
    const deed = host.deedOf(event.tool, event.input, { cwd: event.cwd, env });
    if (deed.kind === 'nothing') return { verdict: 'none' };
    const said = Number(env.TOOLGATE_HOOK_WAIT);
    const wait = Number.isFinite(said) && env.TOOLGATE_HOOK_WAIT ? said * 1000 : this.#options.wait;
    const call = new PendingCall({ host, event, deed, wait: Math.min(Math.max(wait, 0), LONGEST_WAIT) });
    call.rewritten = host.withPlainPaths?.(event.tool, event.input, { cwd: event.cwd, env });
    // The hook waits for the answer, so all processes that it came from can still be seen.
    if (deed.kind === 'shell') call.ancestry = clientAncestry(client);
    const key = keyOf(host, event);
    if (this.#calls.has(key)) throw new TypeError(`The call ${event.callID} has begun before`);
    this.#calls.set(key, call);
    try {
      call.endUse = await usePaths(this.#options.gate.workspace, call);
      const caller = await this.#sessions.callerOf(host, event);
      if (deed.kind === 'shell' && host.shell !== 'own') this.#shells.begin(call, deed, caller);
      else await this.#begin(call, deed, { ...caller, key });
    } catch (error) {
      this.#calls.delete(key);
      call.endUse();
      throw error;
    }
    const done = (goesOn = false) => {
      this.#calls.delete(key);
      call.watch?.close();
      if (!goesOn) return call.endUse();
      this.#looking.get(key)?.endUse();
      this.#looking.set(key, call);
    };
    call.outcome.then(
      outcome => {
        done(outcome.ok && deed.kind === 'look');
        // This answer comes too late where the host was let go on, and says nothing.
        if (outcome.ok) call.letGo();
        else call.deny(outcome.output);
      },
      (error: Error) => {
        done();
        call.deny(`Toolgate failed at this call: ${error.message}`);
      },
    );
    return call.answer;
  }

  async #begin(
    call: PendingCall,
    deed: HostDeed,
    { key, ...caller }: { key: string; sessionID: string; agent: string; turn: number },
  ): Promise<void> {
    const { gate } = this.#options;
    const { host, event } = call;
    if (deed.kind === 'shell')
      call.ownCommand = await judgeOwnShell(gate, deed.command, resolve(event.cwd, deed.folder ?? '.'));
    if (deed.kind === 'files') await this.#watch(call, deed.paths);
    if (deed.kind === 'shell') await this.#watch(call, call.ownCommand?.writes);
    const tool = { host, tool: event.tool, kind: deed.kind };
    const name = registerHostTool(gate, tool, messageID => this.#calls.get(messageID));
    call.outcome = gate.execute(
      { name, id: event.callID, args: event.input },
      { ...caller, messageID: key, abort: call.stop.signal, approver: call.approver, toolCallID: event.callID },
    );
  }

  /** Takes images of what a call may write. An older call on the same files has ended without a word. */
  async #watch(call: PendingCall, paths: readonly string[] | undefined): Promise<void> {
    const { workspace } = this.#options.gate;
    const inside = paths?.flatMap(path => {
      try {
        return [workspace.resolve(resolve(call.event.cwd, path)).relative];
      } catch {
        // The gate refuses such a path, and says why.
        return [];
      }
    });
    await this.#settle(
      other => other !== call && isOf(other, call.host, call.event) && other.paths.some(path => inside?.includes(path)),
    );
    call.paths = inside ?? [];
    // The workspace itself is none of its files: what is done to the workspace may be done to all of them.
    call.watch = await workspace.watch(undefined, inside?.includes('.') ? undefined : inside);
  }

  async #after(host: Host, event: Extract<HostEvent, { kind: 'after' }>): Promise<void> {
    const call = this.#callOf(host, event);
    if (call) this.#endLooks(each => each === call);
    // A command that was rewritten tells its end itself.
    if (!call || (call.deed.kind === 'shell' && host.shell !== 'own')) return;
    call.finish(event.failed ? 'failed' : 'done');
    await call.outcome.catch(() => {});
  }

  /** The call that has ended. Without an id it is the oldest of the calls that look the same. */
  #callOf(host: Host, event: Extract<HostEvent, { kind: 'after' }>): PendingCall | undefined {
    const { callID, tool, input, agent } = event;
    if (callID !== undefined) {
      const key = keyOf(host, { ...event, callID });
      return this.#calls.get(key) ?? this.#looking.get(key);
    }
    return [...this.#calls.values(), ...this.#looking.values()].find(
      call =>
        isOf(call, host, event) &&
        call.event.agent?.id === agent?.id &&
        call.event.tool === tool &&
        isDeepStrictEqual(call.rewritten ?? call.event.input, input),
    );
  }

  #endLooks(which: (call: PendingCall) => boolean): void {
    for (const [key, call] of this.#looking) {
      if (!which(call)) continue;
      this.#looking.delete(key);
      call.endUse();
    }
  }

  /** Ends calls of which the host tells no more. A command that runs goes on: it may be in the background. */
  async #settle(which: (call: PendingCall) => boolean): Promise<void> {
    this.#endLooks(which);
    const left = [...this.#calls.values()].filter(call => which(call) && !this.#shells.isRunning(call));
    for (const call of left) {
      call.finish('left');
      if (call.deed.kind === 'shell' && call.host.shell !== 'own') call.stop.abort();
    }
    await Promise.allSettled(left.map(call => call.outcome));
  }
}

/** Keeps the paths of a call, from its judgement until the host has made it: no command may lead them elsewhere. */
async function usePaths(workspace: Toolgate['workspace'], { deed, event }: PendingCall): Promise<() => void> {
  const named =
    deed.kind === 'files' ? deed.paths : deed.kind === 'look' ? deed.effects.map(({ resource }) => resource) : [];
  const paths = named.flatMap(path => {
    const plain = relative(workspace.root, resolve(event.cwd, path)) || '.';
    try {
      const { relative: real } = workspace.resolve(resolve(event.cwd, path));
      // A path that leads there by links counts as the whole workspace: any link may be changed.
      return [real === plain ? plain : '.'];
    } catch {
      return ['.'];
    }
  });
  return paths.length === 0 ? () => {} : workspace.usePaths(paths);
}

/** Milliseconds. */
const LET_LIE = 2 * 3600 * 1000;
const LET_WAIT = 10 * 60 * 1000;
const LONGEST_WAIT = 500_000;

const BEGINNINGS: ReadonlySet<HostEvent['kind']> = new Set(['before', 'turn-begins', 'session-begins']);

function requireHost(name: string): Host {
  const host = findHost(name);
  if (!host) throw new TypeError(`No host is called ${JSON.stringify(name)}`);
  return host;
}

const keyOf = (host: Host, { session, callID }: { session: string; callID: string }): string =>
  JSON.stringify([host.name, session, callID]);

const isOf = (call: PendingCall, host: Host, { session }: HostEvent): boolean =>
  call.host === host && call.event.session === session;
