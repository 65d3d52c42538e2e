import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../src/sandbox/create-sandbox.ts';
import type { JobLimits, Sandbox } from '../src/sandbox/port.ts';

/** Milliseconds, medians of runs that took turns. */
export interface SandboxCost {
  readonly plain: number;
  /** By the number of files in the workspace. */
  readonly overlay: readonly { readonly files: number; readonly time: number }[];
}

const ROUNDS = 31;
const IN_A_FOLDER = 500;
const LIMITS: JobLimits = {
  time: 60_000,
  cpu: 60,
  memory: 1024 ** 3,
  processes: 128,
  fileSize: 1024 ** 3,
  disk: 1024 ** 3,
  files: 1024,
};

/** `bash -c true` by itself, and in the sandbox on an overlay of workspaces of different size, one beside the other. */
export async function measureSandbox(sizes: readonly number[]): Promise<SandboxCost | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-bench-'));
  try {
    const sandbox = await createSandbox({ env: process.env, folder: join(folder, 'sandbox') });
    if (!sandbox.overlay) return undefined;
    const roots = sizes.map(files => ({ files, root: makeWorkspace(join(folder, `ws-${files}`), files) }));
    const plain: number[] = [];
    const overlaid = roots.map(() => [] as number[]);
    for (let round = 0; round < ROUNDS; round++) {
      plain.push(await timed(runPlain));
      for (const [index, { root }] of roots.entries()) {
        const layer = join(folder, `layer-${index}-${round}`);
        overlaid[index]!.push(await timed(() => runOverlaid(sandbox, root, layer)));
      }
    }
    return {
      plain: median(plain),
      overlay: roots.map(({ files }, index) => ({ files, time: median(overlaid[index]!) })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeWorkspace(root: string, files: number): string {
  mkdirSync(root);
  for (let index = 0; index < files; index++) {
    const folder = join(root, `folder-${Math.floor(index / IN_A_FOLDER)}`);
    if (index % IN_A_FOLDER === 0) mkdirSync(folder);
    writeFileSync(join(folder, `${index}.txt`), 'x');
  }
  return root;
}

const runPlain = (): Promise<unknown> =>
  new Promise(resolve => {
    spawn('bash', ['-c', 'true'], { stdio: ['ignore', 'pipe', 'pipe'] }).on('close', resolve);
  });

function runOverlaid(sandbox: Sandbox, root: string, folder: string): Promise<unknown> {
  mkdirSync(folder);
  const view = { kind: 'overlay', layers: { folder, above: [] } } as const;
  const argv = ['bash', '-c', 'true'];
  return sandbox.run({ argv, root, cwd: root, view, hidden: [], env: {}, limits: LIMITS, onOutput: () => undefined });
}

async function timed(once: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await once();
  return performance.now() - begun;
}

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1]!;
