import { newId } from '../../tool/id.ts';
import type { CallIdentity, FilesObserver, Workspace } from '../../workspace/port.ts';
import { SOMEONE_ELSE } from '../../workspace/undo/select.ts';

/**
 * Changes of files by no call that was seen: by hooks of others, by servers that a host has started, or by a person.
 * What is different when a turn begins is the person's, and taken as it is. What has become different when the turn
 * ends is put on record, so that it can be taken back, and apart from the agent's own turn, for it may be a person's.
 */
export class UnseenChanges {
  readonly #workspace: Pick<Workspace, 'observe'>;
  #observer: Promise<FilesObserver | undefined> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #busy = new Map<string, number>();

  constructor(workspace: Pick<Workspace, 'observe'>) {
    this.#workspace = workspace;
  }

  prepare(): void {
    this.#observer ??= this.#workspace.observe().catch(() => undefined);
  }

  /** A turn begins. Nobody waits for the look: what a call changes meanwhile is the call's. */
  turnBegins(sessionID: string, turn: number): void {
    const alone = this.#busy.size === 0;
    this.#busy.set(sessionID, turn);
    this.prepare();
    // A difference may be of another session that works, whose changes were missed.
    if (alone) void this.#inTurn(observer => observer.renew());
  }

  async turnEnds(sessionID: string): Promise<void> {
    const turn = this.#busy.get(sessionID);
    if (turn === undefined) return;
    this.#busy.delete(sessionID);
    const call: CallIdentity = { callID: newId(), sessionID: `unseen:${sessionID}`, agent: SOMEONE_ELSE, turn };
    await this.#inTurn(observer => observer.record(call, 'Changed during the turn, by no call that was seen'));
  }

  async endTurns(): Promise<void> {
    for (const sessionID of [...this.#busy.keys()]) await this.turnEnds(sessionID);
  }

  async close(): Promise<void> {
    await this.#last;
    (await this.#observer)?.close();
  }

  #inTurn(look: (observer: FilesObserver) => Promise<unknown>): Promise<void> {
    const next = this.#last.then(async () => {
      const observer = await this.#observer;
      if (observer) await look(observer);
    });
    // A look that fails is made up for by the next one: what it missed is still different then.
    this.#last = next.catch(() => {});
    return this.#last as Promise<void>;
  }
}
