import { setTimeout as sleep } from 'node:timers/promises';
import { renderRequest } from '../../approval/render-request.ts';
import type { Approver } from '../../approval/request.ts';
import type { SeenProcess } from '../../system/process-identity.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { FilesWatch } from '../../workspace/port.ts';
import type { Host, HostAnswer, HostDeed, HostEvent } from '../host.ts';
import type { OwnCommand } from './own-shell.ts';

/** The event before a call; a call that the host has given no id has one of ours. */
export type BeforeEvent = Extract<HostEvent, { kind: 'before' }> & { readonly callID: string };

/** What came of a call that the host was let make: the host made it, failed at it, or never said. */
type HostEnd = 'done' | 'failed' | 'left';

interface PendingCallOptions {
  readonly host: Host;
  readonly event: BeforeEvent;
  readonly deed: HostDeed;
  /** Milliseconds that a question waits for an answer from elsewhere. */
  readonly wait: number;
}

export class PendingCall {
  readonly host: Host;
  readonly event: BeforeEvent;
  readonly deed: HostDeed;
  /** The input that the host is to use in the place of the model's. */
  rewritten: Readonly<Record<string, unknown>> | undefined;
  /** What the call's command does, where the host runs that itself. */
  ownCommand: OwnCommand | undefined;
  ancestry: readonly SeenProcess[] = [];
  /** What was at the paths that the call writes, before it wrote. */
  watch: FilesWatch | undefined;
  paths: readonly string[] = [];
  /** Lets go of the call's paths, which are kept from leading elsewhere. */
  endUse: () => void = () => {};
  outcome: Promise<Outcome> = new Promise(() => {});
  readonly stop = new AbortController();
  readonly begunAt = Date.now();
  readonly #wait: number;
  readonly #answer = Promise.withResolvers<HostAnswer>();
  readonly #end = Promise.withResolvers<HostEnd>();
  #answered = false;
  #asked = false;
  #ended: HostEnd | undefined;

  constructor({ host, event, deed, wait }: PendingCallOptions) {
    this.host = host;
    this.event = event;
    this.deed = deed;
    this.#wait = wait;
  }

  /** What the hook answers; the first word counts. */
  get answer(): Promise<HostAnswer> {
    return this.#answer.promise;
  }

  letGo(): void {
    this.#give(this.rewritten ? { verdict: 'allow', input: this.rewritten } : { verdict: 'none' });
  }

  deny(reason: string): void {
    this.#give({ verdict: 'deny', reason });
  }

  #give(answer: HostAnswer): void {
    this.#answered = true;
    this.#answer.resolve(answer);
  }

  /** Resolves when the host has made the call or will not any more; for a shell call, when the host has begun it. */
  get end(): Promise<HostEnd> {
    return this.#end.promise;
  }

  finish(how: HostEnd): void {
    this.#ended ??= how;
    this.#end.resolve(how);
  }

  /**
   * Puts the question to the person at the host, who has said yes where the host goes on with the call. Where nobody
   * sits there, and for what is asked later, the question waits a while for an answer from a terminal or the console.
   */
  get approver(): Approver {
    return async (request, { signal }) => {
      // A host that goes on already gives no answer to what is asked now.
      if (this.event.attended && !this.#answered) {
        this.#asked = true;
        const reason = renderRequest({ ...request, suggestions: [] });
        this.#give({ verdict: 'ask', reason, input: this.rewritten });
        return (await this.#end.promise) === 'left' ? NOT_ALLOWED : 'allow_once';
      }
      // The host has made the call with its person's yes: the file is another one now because of that.
      const ranItself = this.deed.kind !== 'shell' || this.host.shell === 'own';
      if (this.#asked && this.#ended === 'done' && ranItself) return 'allow_once';
      await sleep(this.#wait, undefined, { signal }).catch(() => {});
      return undefined;
    };
  }
}

const NOT_ALLOWED = { answer: 'reject_once', message: 'the person at the host did not allow it' } as const;
