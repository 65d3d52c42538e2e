import { ActivityEventType } from '../../activity/event-types.ts';
import type { AgentRole, CallContext, Context } from '../../tool/context.ts';
import type { Capability } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import type { Files } from '../../tool/files.ts';
import type { History } from '../../tool/history.ts';
import { LineHold } from '../../tool/text/line-hold.ts';
import { mask, maskRecord } from '../../tool/text/mask.ts';
import { askPerson } from '../ask/ask-person.ts';
import type { Judged, Permitted } from '../call-states.ts';
import { mayReach } from '../effects/may-reach.ts';
import type { ToolRun } from './tool-run.ts';

const CHUNK_BYTES = 16_384;
const CHUNK_DELAY = 50;
/** The most characters of one run that are streamed: what is longer comes with the result, and fills no records. */
const MOST_STREAMED = 1_048_576;

/** The context that a running tool holds, and the way to stop it. */
export class RunContext implements Context {
  readonly #call: Judged | Permitted;
  readonly #context: CallContext;
  /** The run; undefined in a rehearsal, which tells nobody. */
  readonly #run: ToolRun | undefined;
  #controller: AbortController | undefined;
  #stopped: ToolError | undefined;
  #closed = false;
  #chunks = '';
  readonly #hold = new LineHold();
  #streamed = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Hears once that the run is stopped from outside. */
  onStop: ((error: ToolError) => void) | undefined;

  constructor(call: Judged | Permitted, context: CallContext, run?: ToolRun) {
    this.#call = call;
    this.#context = context;
    this.#run = run;
  }

  get sessionID(): string {
    return this.#context.sessionID;
  }
  get messageID(): string {
    return this.#context.messageID;
  }
  get callID(): string {
    return this.#context.callID;
  }
  get agent(): string {
    return this.#context.agent;
  }
  get role(): AgentRole {
    return this.#context.role;
  }
  get step(): string | undefined {
    return this.#context.step;
  }
  get turn(): number {
    return this.#context.turn;
  }
  get cwd(): string {
    return this.#context.cwd;
  }
  get capabilities(): ReadonlySet<Capability> {
    return this.#context.capabilities;
  }
  get files(): Files {
    return this.#context.files;
  }
  get planned(): boolean {
    return this.#call.runtime.planned;
  }
  get history(): History {
    return this.#context.history;
  }

  get abort(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#stopped && !this.#controller.signal.aborted) this.#controller.abort(this.#stopped);
    return this.#controller.signal;
  }

  metadata(update: { title?: string; elapsed?: number }): void {
    if (this.#isMute) return;
    const data = { ...(mask(update) as object), toolName: this.#call.name };
    this.#call.runtime.activity.emit(ActivityEventType.TOOL_CALL_UPDATE, this.#call, data);
  }

  output(chunk: string): void {
    if (this.#isMute || chunk === '' || this.#streamed > MOST_STREAMED) return;
    const text = String(chunk);
    const room = MOST_STREAMED - this.#streamed;
    this.#streamed += text.length;
    this.#chunks += this.#hold.take(
      text.length <= room ? text : `${text.slice(0, room)}\n… the rest is not streamed\n`,
    );
    if (this.#chunks.length >= CHUNK_BYTES) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), CHUNK_DELAY);
  }

  get mayReach(): ReturnType<typeof mayReach> {
    return mayReach(this.#call);
  }

  workIn(folder: string): void {
    if (this.#run) this.#run.workIn = folder;
  }

  async ask(question: { reason: string; diff?: string }): Promise<void> {
    if (this.#stopped) throw this.#stopped;
    if (this.#closed) throw new ToolError('ABORTED', 'The call is over; no one is asked about it any more');
    if (this.#run) await askPerson({ ...this.#call, run: this.#run }, question);
  }

  /** Sends what is waiting as one event. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#chunks === '') return;
    const chunk = maskRecord(this.#chunks);
    this.#chunks = '';
    this.#call.runtime.activity.emit(ActivityEventType.TOOL_OUTPUT_CHUNK, this.#call, {
      toolName: this.#call.name,
      chunk,
    });
  }

  /** Ends the run: what the tool still says is heard by nobody, since no event may follow the end. */
  close(): void {
    this.#chunks += this.#hold.end();
    this.flush();
    this.#closed = true;
  }

  get #isMute(): boolean {
    return this.#closed || this.#run === undefined || this.#stopped !== undefined;
  }

  stop(error: ToolError): void {
    if (this.#stopped || this.#closed) return;
    this.#stopped = error;
    this.#controller?.abort(error);
    this.onStop?.(error);
  }
}
