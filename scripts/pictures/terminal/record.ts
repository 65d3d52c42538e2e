import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { type Cell, readScreen } from './screen.ts';

interface Recording {
  /** The command as a person types it, which is drawn first. */
  readonly typed: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly size: { readonly columns: number; readonly rows: number };
  /** What a person types when a text has been drawn, in this order. */
  readonly answers?: readonly { readonly after: string; readonly type: string }[];
}

/** Milliseconds after which a program hangs, which waits for keys that nobody types. */
const PATIENCE = 60_000;

/** Runs a program at a real terminal, which `script` of util-linux makes, and gives back the lines that were on it in the end. */
export async function recordTerminal(recording: Recording): Promise<readonly Cell[][]> {
  const { typed, words, cwd, env, size, answers = [] } = recording;
  const command = `printf '\\033[1m$ %s\\033[0m\\n\\n' ${quoted(typed)}; stty rows ${size.rows} cols ${size.columns}; exec ${words.map(quoted).join(' ')}`;
  const child = spawn('script', ['-qefc', `exec sh -c ${quoted(command)}`, '/dev/null'], {
    cwd,
    env: { ...env, TERM: 'xterm-256color', SHELL: '/bin/sh' },
    stdio: 'pipe',
  });
  const left = [...answers];
  let bytes = '';
  let from = 0;
  child.stdout.setEncoding('utf8').on('data', chunk => {
    bytes += chunk;
    const [next] = left;
    const shown = stripVTControlCharacters(bytes);
    const at = next ? shown.indexOf(next.after, from) : -1;
    if (!next || at < 0) return;
    from = at + next.after.length;
    left.shift();
    child.stdin.write(next.type);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  clearTimeout(timer);
  if (code !== 0 || left.length > 0) {
    const missing = left.map(({ after }) => JSON.stringify(after)).join(', ') || 'nothing';
    throw new Error(`${words.join(' ')} ended with ${code}; not asked: ${missing}\n${stripVTControlCharacters(bytes)}`);
  }
  return readScreen(bytes, size);
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
