import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { programPath } from '../program-path.ts';

export const MAIN = programPath('cli');
/** The command line as it runs from source, where a module is a file. */
export const SOURCE = join(import.meta.dirname, '../../../src/cli/main.ts');

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly cwd?: string;
  /** Instead of the bundle. */
  readonly main?: string;
  /** A program that runs it. */
  readonly through?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A process that runs, and what it has said so far. */
export interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
  /** Resolves when the process has said this. */
  until(text: string): Promise<void>;
  /** Resolves with the exit code, or the signal. */
  ended(): Promise<number | string | null>;
}

/** A workspace with its own state and config folders, and the command line in it. */
export function openCli(files: Record<string, string> = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-cli-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'workspace');
  mkdirSync(root);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const env: Readonly<Record<string, string | undefined>> = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(tmpdir(), 'toolgate-test-cache'),
  };
  const run = (args: readonly string[], options: RunOptions = {}): SpawnSyncReturns<string> => {
    const [program = '', ...rest] = [...(options.through ?? []), process.execPath, options.main ?? MAIN, ...args];
    return spawnSync(program, rest, {
      cwd: options.cwd ?? root,
      encoding: 'utf8',
      input: options.input ?? '',
      env: { ...env, ...options.env },
      maxBuffer: 64 * 1024 * 1024,
    });
  };
  /** Without waiting for its end. */
  const start = (args: readonly string[], more: RunOptions['env'] = {}): Started => {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: root, env: { ...env, ...more }, stdio: 'pipe' });
    onTestFinished(() => void child.kill('SIGKILL'));
    return watch(child);
  };
  return { folder, root, env, run, start, write, read: (path: string) => readFileSync(join(root, path), 'utf8') };
}

export type OpenCli = ReturnType<typeof openCli>;

/** A tool of the user's own; gives what their config is to name. */
export function writeOwnTool({ folder }: OpenCli, name: string, place = 'tools'): readonly string[] {
  const file = join(folder, 'config', 'toolgate', place, `${name}.js`);
  mkdirSync(dirname(file), { recursive: true });
  const said = `description: 'x', parameters: { type: 'object' }, dangerLevel: 'safe'`;
  writeFileSync(file, `export default { name: '${name}', ${said}, execute: async () => 'it is ${name}' };\n`);
  return [`./${place}/${name}.js`];
}

export const lines = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>);

function watch(child: ChildProcess): Started {
  let said = '';
  const waiting = new Set<() => void>();
  const ended = new Promise<number | string | null>(resolve => {
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      for (const look of waiting) look();
    });
  }
  return {
    child,
    said: () => said,
    until: text =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!said.includes(text)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
        ended.then(code => reject(new Error(`Ended (${code}) without ${JSON.stringify(text)}: ${said}`)));
      }),
    ended: () => ended,
  };
}
