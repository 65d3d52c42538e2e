import { ActivityEventType } from '../../activity/event-types.ts';
import type { Context, PrintedListener } from '../../tool/context.ts';
import { isOwnLoopback, UNROUTED } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { mask } from '../../tool/text/mask.ts';
import type { CallFiles } from '../../workspace/port.ts';
import { askPerson } from '../ask/ask-person.ts';
import type { Judged, Opened, Permitted } from '../call-states.ts';
import { mayReach } from '../effects/may-reach.ts';
import { CallView } from './call-view.ts';
import { OutputStream } from './output-stream.ts';
import type { ToolRun } from './tool-run.ts';

let reveal: (ctx: RunContext) => Opened | undefined;

/** The call that runs with a context. Only whoever puts the gate together can get from the context to the call. */
export function callBehind(ctx: Context): Opened {
  const call = ctx instanceof RunContext ? reveal(ctx) : undefined;
  if (!call) throw new ToolError('EXECUTION_ERROR', 'Only a call that runs may make calls');
  return call;
}

/** The context that a running tool holds, and the way to stop it. */
export class RunContext extends CallView implements Context {
  readonly #call: Judged | Permitted;
  readonly #files: { open(): CallFiles };
  /** The run; undefined in a rehearsal, which tells nobody. */
  readonly #run: ToolRun | undefined;
  #controller: AbortController | undefined;
  #stopped: ToolError | undefined;
  #closed = false;
  #printed: OutputStream | undefined;
  /** Hears once that the run is stopped from outside. */
  onStop: ((error: ToolError) => void) | undefined;

  static {
    reveal = ctx => (ctx.#run && !ctx.#closed ? { ...(ctx.#call as Opened), run: ctx.#run } : undefined);
  }

  constructor(call: Judged | Permitted, files: { open(): CallFiles }, run?: ToolRun) {
    super(call.trail, call.tool);
    this.#call = call;
    this.#files = files;
    this.#run = run;
  }

  protected override open(): CallFiles {
    return this.#files.open();
  }

  get abort(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#stopped && !this.#controller.signal.aborted) this.#controller.abort(this.#stopped);
    return this.#controller.signal;
  }

  metadata(update: { title?: string; elapsed?: number }): void {
    if (this.#isMute) return;
    const { name: toolName, trail } = this.#call;
    const data = { ...(mask(update) as object), toolName, waited: trail.waited };
    this.#call.runtime.activity.emit(ActivityEventType.TOOL_CALL_UPDATE, this.#call, data);
  }

  get rehearsed(): boolean {
    return 'rehearsed' in this.#call && this.#call.rehearsed === true;
  }

  output(chunk: string): void {
    // The output of a rehearsal goes to nobody before the rehearsal is allowed.
    if (this.#isMute || this.rehearsed || chunk === '') return;
    this.#printed ??= new OutputStream(this.#run?.printed ?? 0, piece =>
      this.#call.runtime.activity.emit(ActivityEventType.TOOL_OUTPUT_CHUNK, this.#call, {
        toolName: this.#call.name,
        ...piece,
      }),
    );
    this.#printed.add(String(chunk));
  }

  get printed(): PrintedListener | undefined {
    const { onPrinted } = this.#call.scope;
    // A rehearsed call may run once more: its output is not passed on.
    if (!onPrinted || this.rehearsed) return undefined;
    return (bytes, stream) => this.#isMute || onPrinted(bytes, stream);
  }

  get mayReach(): ReturnType<typeof mayReach> {
    const tried = this.rehearsed ? this.#run?.tried : undefined;
    return tried ? host => noteTried(tried, host) : mayReach(this.#call);
  }

  workIn(folder: string): void {
    if (this.#run) this.#run.workIn = folder;
  }

  async ask(question: { reason: string; diff?: string }): Promise<void> {
    if (this.#stopped) throw this.#stopped;
    if (this.#closed) throw new ToolError('ABORTED', 'The call is over; no one is asked about it any more');
    if (this.#run) await askPerson({ ...this.#call, run: this.#run }, question);
  }

  /** Ends the run: nobody hears what the tool still says, since no event may follow the end. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (!this.#printed || !this.#run) return;
    this.#printed.end();
    this.#run.printed = this.#printed.at;
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

const MOST_TRIED = 100;

/** Notes that a rehearsal asks for a host, and lets it reach none. */
function noteTried(tried: Set<string>, host: string): false {
  if (host === UNROUTED) tried.add('an address past the proxy');
  if (tried.size < MOST_TRIED && !isOwnLoopback(host) && !host.endsWith('.invalid')) tried.add(host.toLowerCase());
  return false;
}
