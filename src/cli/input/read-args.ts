import { createReadStream } from 'node:fs';
import { ConfigError } from '../../config/config-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { MOST_LINE_BYTES, textIfUtf8 } from './jsonl.ts';

const EXAMPLE = `Such as: --args '{"path":"README.md"}'`;

/** The arguments: JSON text, `@FILE`, or `-` for standard input; the gate itself parses them. Left out: none. */
export async function readArgs(given: string | undefined, terminal: Terminal): Promise<unknown> {
  if (given === undefined) return {};
  if (given === '-') {
    if (process.stdin.isTTY) terminal.note('The arguments as JSON, then Ctrl-D:');
    return nonEmpty(await readText(process.stdin, 'Standard input'), 'Standard input holds no arguments');
  }
  if (!given.startsWith('@')) return nonEmpty(given, '--args is empty');
  const file = given.slice(1);
  try {
    return nonEmpty(await readText(createReadStream(file), file), `${file} holds no arguments`);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `--args @${file}: ${code === 'ENOENT' ? 'there is no such file' : message}`,
      'Name a file that holds the arguments as JSON, or give the JSON itself.',
    );
  }
}

/** Reads at most what a line of --jsonl may hold: a device or a pipe may have no end. */
async function readText(input: AsyncIterable<Uint8Array>, what: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of input) {
    length += part.length;
    if (length > MOST_LINE_BYTES)
      throw new ConfigError(
        `${what} is larger than ${MOST_LINE_BYTES / 1024 / 1024} MiB`,
        'Is it the right one? Send less in one call.',
      );
    parts.push(part);
  }
  const text = textIfUtf8(Buffer.concat(parts));
  if (text !== undefined) return text;
  throw new ConfigError(`${what} is not UTF-8`, 'Send the arguments as JSON in UTF-8.');
}

/** Refuses an empty text: an unset variable or a failed program is a mistake, and no call without arguments. */
function nonEmpty(text: string, problem: string): string {
  if (text.trim() !== '') return text;
  throw new ConfigError(problem, `${EXAMPLE}. For a call without arguments leave --args out.`);
}
