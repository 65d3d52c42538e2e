import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HostTrial } from './host-trial.ts';
import type { ToolReply } from './protocols/protocol.ts';
import { type ModelScript, openStubModel } from './stub-model.ts';

interface TrialRun {
  readonly trial: HostTrial;
  /** The host's program. */
  readonly program: string;
  readonly home: string;
  readonly project: string;
  readonly script: ModelScript;
  readonly prompt?: string;
  /** Variables besides those that the host needs. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds until it is ended. */
  readonly time?: number;
  /** Milliseconds after which it is ended where its model, which has tools to call, is asked nothing more. */
  readonly quiet?: number;
  /** Called when it runs, with its process id. */
  readonly onStart?: (pid: number) => void;
}

export interface TrialEnd {
  readonly code: number | null;
  /** What the model was told of its calls. */
  readonly results: readonly ToolReply[];
  readonly offered: readonly string[];
  /** How often the model was asked. */
  readonly asked: number;
  /** What the host printed. */
  readonly said: string;
}

/** Runs a real host, without a person, against a scripted model. Its home, and all that it writes, is the one given. */
export async function runHost(run: TrialRun): Promise<TrialEnd> {
  for (;;) {
    const end = await runOnce(run);
    if (end.results.length > 0 || run.trial.again?.test(end.said) !== true) return end;
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
      env: {
        ...{ PATH: process.env.PATH, HOME: home, TERM: 'dumb', LANG: 'C.UTF-8', NO_COLOR: '1' },
        ...{ XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config'), TMPDIR: join(home, 'tmp') },
        ...trial.env(place),
        ...run.env,
      },
    });
    mkdirSync(join(home, 'tmp'), { recursive: true });
    if (child.pid !== undefined) run.onStart?.(child.pid);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        said += piece.toString('utf8');
      });
    const end = Date.now() + time;
    const timer = setInterval(() => {
      if (Date.now() > end || stub.quietFor() > (run.quiet ?? Infinity)) child.kill('SIGKILL');
    }, 500);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    clearInterval(timer);
    return { code, results: stub.results(), offered: stub.offered(), asked: stub.asked(), said };
  } finally {
    await stub.close();
  }
}

/** Configuration that is there stays. */
function put(file: string, text: string): void {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
