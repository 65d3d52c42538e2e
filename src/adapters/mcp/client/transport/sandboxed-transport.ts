import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { ToolError, type Toolgate } from '../../../../index.ts';

export type StartServer = Toolgate['startServer'];
type Started = Awaited<ReturnType<StartServer>>;

/** Milliseconds that a server has to end by itself, once its input is closed. */
const GRACE = 1_000;

interface SandboxedOptions extends Omit<Parameters<StartServer>[0], 'onOutput'> {
  readonly start: StartServer;
  readonly onError: (chunk: Buffer) => void;
}

/** A server of one process that runs in the sandbox; messages are lines, as with any server over standard input. */
export class SandboxedTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #options: SandboxedOptions;
  readonly #buffer = new ReadBuffer();
  #started: Started | undefined;
  #isClosed = false;
  /** The trouble of the server, for a person who wonders why it does not come up. */
  trouble = '';

  constructor(options: SandboxedOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { start, onError, ...server } = this.#options;
    const onOutput = (chunk: Buffer, stream: 'stdout' | 'stderr') =>
      stream === 'stderr' ? onError(chunk) : this.#read(chunk);
    const started = await start({ ...server, onOutput }).catch(error => {
      if (error instanceof ToolError && error.suggestion) this.trouble = `. ${error.suggestion}`;
      throw error;
    });
    this.#started = started;
    if (started.unseen.length > 0)
      this.trouble = `; in its sandbox it cannot see ${started.unseen.join(', ')}: name it in "sandbox": { "read": […] }`;
    started.ended.then(
      ({ refused = [], stopped }) => {
        const hosts = refused.map(({ host }) => host).filter(host => !host.endsWith('.invalid'));
        if (hosts.length > 0)
          this.trouble += `; in its sandbox it could not reach ${hosts.slice(0, 5).join(', ')}: name them in "sandbox": { "hosts": […] }`;
        if (stopped !== undefined && stopped !== 'aborted') this.trouble += `; it was stopped (${stopped})`;
        this.#end();
      },
      (error: Error) => {
        this.onerror?.(error);
        this.#end();
      },
    );
    if (this.#isClosed) started.stop();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { input } = this.#started ?? {};
    if (!input || input.destroyed || this.#isClosed) throw new Error('Not connected');
    if (input.write(serializeMessage(message))) return;
    await new Promise<void>(resolve => {
      const done = () => {
        input.off('drain', done);
        input.off('close', done);
        resolve();
      };
      input.once('drain', done);
      input.once('close', done);
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const started = this.#started;
    if (!started) return;
    started.input.end();
    const late = setTimeout(() => started.stop(), GRACE);
    await started.ended.catch(() => undefined);
    clearTimeout(late);
  }

  #read(chunk: Buffer): void {
    if (this.#isClosed) return;
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      // The message has no end.
      this.trouble += `; ${messageOf(error)}`;
      this.#started?.stop();
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(new Error(messageOf(error)));
      }
    }
  }

  #end(): void {
    this.#isClosed = true;
    this.#buffer.clear();
    this.onclose?.();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
