import { text as readAll } from 'node:stream/consumers';
import { ConfigError } from '../../config/config-error.ts';
import type { Terminal } from '../terminal/terminal.ts';

export async function readPrompt(given: string | undefined, terminal: Terminal): Promise<string> {
  const fromInput = given === '-' || (given === undefined && !process.stdin.isTTY);
  if (fromInput && process.stdin.isTTY) terminal.note('The task, then Ctrl-D:');
  const prompt = fromInput ? await readAll(process.stdin) : (given ?? '');
  if (prompt.trim() !== '') return prompt;
  throw new ConfigError('Which task?', 'Such as: toolgate run "Explain what src/index.ts exports"');
}
