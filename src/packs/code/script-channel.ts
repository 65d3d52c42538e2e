import type { Duplex } from 'node:stream';
import { ToolError } from '../../tool/error.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { ScriptTools } from './services.ts';

/** The most bytes of a message, either way. */
const MOST_MESSAGE = 4 * 2 ** 20;
/** The most bytes that wait for a script that does not read. */
const MOST_UNREAD = 4 * MOST_MESSAGE;
/** The most calls at once; others wait. */
const AT_ONCE = 16;
/** The most messages about calls that were refused because there were too many. */
const MOST_REFUSED = 100;
const MOST_NAME = 200;
const LINE = 0x0a;

/**
 * The messages between a script and the gate: a line of JSON each. The script may come from somebody who wants to do
 * harm: a message that is not a call with the next number ends the script.
 */
export class ScriptChannel {
  readonly #channel: Duplex;
  readonly #calls: Pick<ScriptTools, 'call'>;
  readonly #onBroken: (error: ToolError) => void;
  #parts: Buffer[] = [];
  #size = 0;
  #last = 0;
  #open = 0;
  #refused = 0;
  #isOver = false;

  constructor(channel: Duplex, calls: Pick<ScriptTools, 'call'>, onBroken: (error: ToolError) => void) {
    this.#channel = channel;
    this.#calls = calls;
    this.#onBroken = onBroken;
    channel.on('data', (chunk: Buffer) => this.#take(chunk));
    channel.on('error', () => this.close());
  }

  /** Closes the channel: it reads and writes nothing any more. */
  close(): void {
    this.#isOver = true;
    this.#parts = [];
    this.#channel.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#parts.push(chunk);
    this.#size += chunk.length;
    if (chunk.includes(LINE)) this.#read();
    else if (this.#size > MOST_MESSAGE) this.#break('TOO_LARGE', `a message of more than ${MOST_MESSAGE} bytes`);
  }

  /** Reads the calls that have come, as many as may be under way. */
  #read(): undefined {
    let rest = Buffer.concat(this.#parts);
    for (let end = rest.indexOf(LINE); end >= 0 && !this.#isOver; end = rest.indexOf(LINE)) {
      if (end > MOST_MESSAGE) return this.#break('TOO_LARGE', `a message of more than ${MOST_MESSAGE} bytes`);
      if (this.#open >= AT_ONCE) {
        this.#channel.pause();
        break;
      }
      const line = rest.subarray(0, end);
      rest = rest.subarray(end + 1);
      this.#begin(line);
    }
    this.#parts = [rest];
    this.#size = rest.length;
  }

  #begin(line: Buffer): undefined {
    const message = this.#parse(line);
    if (!message) return this.#break('INVALID_ARGUMENTS', 'something that is no call of a tool');
    this.#last = message.id;
    this.#open++;
    this.#calls.call(message.name, message.args).then(
      ({ outcome, at }) => this.#answer(message.id, outcome, at),
      error => this.#fail(error),
    );
  }

  #parse(line: Buffer): { id: number; name: string; args: unknown } | undefined {
    try {
      const { id, name, args, ...more } = JSON.parse(line.toString('utf8')) as Record<string, unknown>;
      const isNext = Number.isSafeInteger(id) && (id as number) > this.#last;
      const isNamed = typeof name === 'string' && name !== '' && name.length <= MOST_NAME;
      const isWhole =
        typeof args === 'object' && args !== null && !Array.isArray(args) && Object.keys(more).length === 0;
      return isNext && isNamed && isWhole ? { id: id as number, name, args } : undefined;
    } catch {
      return undefined;
    }
  }

  #answer(id: number, outcome: Outcome, at: number): undefined {
    this.#open--;
    if (this.#isOver) return;
    const { error } = outcome;
    if (error?.code === 'BUDGET_EXCEEDED' && ++this.#refused > MOST_REFUSED)
      return this.#fail(new ToolError('BUDGET_EXCEEDED', error.message, { suggestion: error.suggestion }));
    this.#channel.write(toLine(id, outcome, at));
    if (this.#channel.writableLength > MOST_UNREAD)
      return this.#break('TOO_LARGE', 'calls without reading the answers');
    this.#channel.resume();
    if (this.#size > 0) this.#read();
  }

  #break(code: 'TOO_LARGE' | 'INVALID_ARGUMENTS', what: string): undefined {
    const suggestion = 'Call tools only by the functions of `tools`, and hand large texts on in files.';
    return this.#fail(new ToolError(code, `The script was stopped: it sent ${what}`, { suggestion }));
  }

  #fail(error: unknown): undefined {
    if (this.#isOver) return undefined;
    this.close();
    const why = error instanceof Error ? error.message : String(error);
    const stopped = () => new ToolError('EXECUTION_ERROR', `The script was stopped: ${why}`);
    this.#onBroken(error instanceof ToolError ? error : stopped());
  }
}

/** An outcome for the script: its value, or the text where there is none; of a failure no part for people only. */
function toLine(id: number, { ok, value, output, error }: Outcome, at: number): string {
  const told = ok
    ? { id, at, ok, value: value === undefined ? output : value }
    : {
        id,
        at,
        ok,
        error: { code: error.code, message: error.message, suggestion: error.suggestion, retryable: error.retryable },
      };
  const line = `${JSON.stringify(told)}\n`;
  if (line.length <= MOST_MESSAGE && Buffer.byteLength(line) <= MOST_MESSAGE) return line;
  const message = `What the tool gave is larger than ${MOST_MESSAGE} bytes; it was called, and has done its work`;
  return `${JSON.stringify({ id, at, ok: false, error: { code: 'TOO_LARGE', message, suggestion: 'Ask for less at a time.', retryable: false } })}\n`;
}
