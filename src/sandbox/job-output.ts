import { LineHold, unfinishedIn } from '../tool/text/line-hold.ts';

type StreamName = 'stdout' | 'stderr';

export type JobListener = (text: string, stream: StreamName) => void;

type PrintedChunk = { readonly chunk: Buffer; readonly stream: StreamName };

interface PrintedPart {
  readonly output: Buffer;
  /** Bytes that came before this part and are not kept. */
  readonly lost: number;
}

/** Bytes of output that nobody has asked for yet; of more the oldest go. */
const KEPT = 1024 * 1024;
/** Bytes of the latest output, for who follows the job. */
const RECENT = 64 * 1024;

/** What a job has printed: for its model, who takes it, and for those who follow the job and take nothing away. */
export class JobOutput {
  readonly #hide: (text: string) => string;
  readonly #listening = new Set<Listening>();
  readonly #recent: PrintedChunk[] = [];
  #recentBytes = 0;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #lost = 0;
  #printed = 0;
  /** Bytes that were printed when the job was last asked for. */
  #told = 0;
  #ended = false;

  constructor(hide: (text: string) => string) {
    this.#hide = hide;
  }

  add(chunk: Buffer, stream: StreamName): void {
    this.#recent.push({ chunk, stream });
    this.#recentBytes += chunk.length;
    while (this.#recentBytes - this.#recent[0]!.chunk.length >= RECENT)
      this.#recentBytes -= this.#recent.shift()!.chunk.length;
    this.#printed += chunk.length;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#bytes > KEPT && this.#chunks.length > 1) {
      const oldest = this.#chunks.shift()!;
      this.#bytes -= oldest.length;
      this.#lost += oldest.length;
    }
    for (const listening of this.#listening) listening.add({ chunk, stream });
  }

  end(): void {
    this.#ended = true;
    for (const listening of this.#listening) listening.end();
    this.#listening.clear();
  }

  take(): PrintedPart {
    const all = Buffer.concat(this.#chunks);
    // Words that have just begun are told when they are whole, or when no more come.
    const whole = this.#ended || this.#told === this.#printed;
    const end = whole ? all.length : unfinishedIn(all.toString('latin1'));
    const taken = { output: all.subarray(0, end), lost: this.#lost };
    this.#chunks = [all.subarray(end)];
    this.#bytes = all.length - end;
    this.#lost = 0;
    this.#told = this.#printed;
    return taken;
  }

  /** The last of the output, which stays. */
  look(): PrintedPart {
    const output = Buffer.concat(this.#recent.map(({ chunk }) => chunk)).subarray(-RECENT);
    return { output, lost: this.#printed - output.length };
  }

  /** Tells the output, from the oldest that is kept for followers, as its lines become whole. */
  listen(listener: JobListener): void {
    const isCut = this.#printed > this.#recentBytes;
    const listening = new Listening((text, stream) => listener(this.#hide(text), stream), isCut);
    for (const printed of this.#recent) listening.add(printed);
    if (this.#ended) listening.end();
    else this.#listening.add(listening);
  }
}

const newStream = () => ({ hold: new LineHold(), decoder: new TextDecoder() });

class Listening {
  readonly #tell: JobListener;
  readonly #streams = { stdout: newStream(), stderr: newStream() };
  /** Streams that begin in the middle of a line, and so maybe of a secret: the rest of that line is not told. */
  readonly #midLine: Set<StreamName>;

  constructor(tell: JobListener, isCut: boolean) {
    this.#tell = tell;
    this.#midLine = new Set(isCut ? ['stdout', 'stderr'] : []);
  }

  add({ chunk, stream }: PrintedChunk): void {
    const { hold, decoder } = this.#streams[stream];
    this.#say(hold.take(decoder.decode(chunk, { stream: true })), stream);
  }

  end(): void {
    for (const stream of ['stdout', 'stderr'] as const) this.#say(this.#streams[stream].hold.end(), stream);
  }

  #say(text: string, stream: StreamName): void {
    const from = this.#midLine.has(stream) ? text.indexOf('\n') + 1 : 0;
    if (from > 0) this.#midLine.delete(stream);
    if (!this.#midLine.has(stream) && text.length > from) this.#tell(text.slice(from), stream);
  }
}
