import { ActivityEventType } from '../../activity/event-types.ts';
import { sayNumber } from '../../text/say.ts';
import type { WorkProgress } from '../../workspace/pace.ts';
import type { CallOrigin } from '../call.ts';

/** Milliseconds between two words on how far a call is. */
const TOLD_EVERY = 1000;

type ReportedTrail = { readonly at: CallOrigin & { readonly dry: boolean }; readonly since: number };

/** Tells what long work with files has come to, once a second, also while a call is judged and rehearsed. */
export class CallProgress {
  readonly #trail: ReportedTrail;
  readonly #name: string;
  #toldAt: number;
  #isMute: boolean;

  constructor(trail: ReportedTrail, name: string) {
    this.#trail = trail;
    this.#name = name;
    this.#toldAt = trail.since;
    this.#isMute = trail.at.dry;
  }

  /** Starts anew as the tool itself begins: its first second is over a second from now. */
  restart(since: number): void {
    this.#toldAt = since;
  }

  end(): void {
    this.#isMute = true;
  }

  /** The function that hears of the work; made where someone wants it, which most calls never do. */
  get report(): (progress: WorkProgress) => void {
    return progress => this.#report(progress);
  }

  #report({ did, done, of }: WorkProgress): void {
    const now = performance.now();
    if (this.#isMute || now - this.#toldAt < TOLD_EVERY) return;
    this.#toldAt = now;
    const name = this.#name;
    const all = of === undefined ? '' : ` of ${sayNumber(of)}`;
    const title = `${name}: ${did} ${sayNumber(done)}${all} paths`;
    const data = { toolName: name, title, progress: done, ...(of === undefined ? {} : { total: of }) };
    const { at } = this.#trail;
    at.runtime.activity.emit(ActivityEventType.TOOL_CALL_UPDATE, at, data);
  }
}
