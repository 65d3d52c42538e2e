import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HostTrial } from './host-trial.ts';
import type { ToolReply } from './protocols/protocol.ts';
import { type ModelScript, openStubModel } from './stub-model.ts';

interface TrialRun {
  readonly trial: HostTrial;
  readonly program: string;
  readonly home: string;
  readonly project: string;
  readonly script: ModelScript;
  readonly prompt?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds until the host is ended. */
  readonly time?: number;
  /** Milliseconds after which the host is ended where its model, which has tools to call, is asked nothing more. */
  readonly quiet?: number;
  readonly onStart?: (pid: number) => void;
}

export interface TrialEnd {
  readonly code: number | null;
  readonly results: readonly ToolReply[];
  readonly offered: readonly string[];
  readonly asked: number;
  readonly said: string;
  /** Why the host was ended from outside, as words after "the host"; undefined: it ended by itself. */
  readonly stopped: string | undefined;
}

/** How often a host is started that says that another one was in its way. */
const TRIES = 5;
/** Milliseconds between two looks at a host that runs. */
const PAUSE = 500;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a real host, without a person, against a scripted model. Its home, and all that it writes, is the one given. */
export async function runHost(run: TrialRun): Promise<TrialEnd> {
  for (let tries = 1; ; tries++) {
    const end = await runOnce(run);
    if (end.results.length > 0 || tries === TRIES || run.trial.again?.test(end.said) !== true) return end;
  }
}

async function runOnce(run: TrialRun): Promise<TrialEnd> {
  const { trial, program, home, project, script, prompt = 'Do what the script says.', time = 120_000 } = run;
  const stub = await openStubModel(script);
  try {
    const place = { home, project, url: stub.url };
    for (const [path, text] of Object.entries(trial.files(place))) put(join(home, path), text);
    const child = spawn(program, [...trial.args(prompt, place)], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The host has a group of its own: a package's program may only start the real one, and wait for it.
      detached: true,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        TERM: 'dumb',
        LANG: 'C.UTF-8',
        NO_COLOR: '1',
        XDG_STATE_HOME: join(home, 'state'),
        XDG_CONFIG_HOME: join(home, 'config'),
        TMPDIR: join(home, 'tmp'),
        ...trial.env(place),
        ...run.env,
      },
    });
    mkdirSync(join(home, 'tmp'), { recursive: true });
    if (child.pid !== undefined) run.onStart?.(child.pid);
    let said = '';
    const streams = [child.stdout, child.stderr];
    for (const stream of streams)
      stream.on('data', (piece: Buffer) => {
        said += piece.toString('utf8');
      });
    let stopped: string | undefined;
    const release = endWithUs(child);
    const end = Date.now() + time;
    const timer = setInterval(() => {
      // A process that has left the group may hold its streams open.
      if (stopped !== undefined) for (const stream of streams) stream.destroy();
      else if (Date.now() > end) stopped = `did not end within ${time / 1000} s, and was ended`;
      else if (stub.quietFor() > (run.quiet ?? Infinity)) stopped = 'asked its model nothing more, and was ended';
      if (stopped !== undefined) endGroup(child);
    }, PAUSE);
    try {
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, ...stub.told(), said, stopped };
    } finally {
      clearInterval(timer);
      release();
    }
  } finally {
    await stub.close();
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The host has ended.
  }
}

/** Ends the host with us: a terminal tells its signals only to our own group. Gives a function that ends this care. */
function endWithUs(child: ChildProcess): () => void {
  const release = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    release();
    endGroup(child);
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return release;
}

/** Writes a file of configuration; one that is there stays. */
function put(file: string, text: string): void {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
