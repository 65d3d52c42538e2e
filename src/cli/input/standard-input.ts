import { addAbortSignal } from 'node:stream';
import type { Terminal } from '../terminal/terminal.ts';

/** Works on standard input until it ends or the signal fires; then it is let go, so that the process can end. */
export async function readUntil(
  signal: AbortSignal,
  terminal: Terminal,
  work: (input: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  if (process.stdin.isTTY)
    terminal.note('One call a line, such as {"id":1,"tool":"read_file","args":{"path":"README.md"}}; end with Ctrl-D:');
  try {
    await work(addAbortSignal(signal, process.stdin));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
