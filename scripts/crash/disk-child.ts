// Makes calls on a disk that fills up or cannot be written: node disk-child.ts <JSON, in a mount namespace of
// its own.
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createToolgate } from '../../src/gate/create-toolgate.ts';
import type { CallRequest } from '../../src/pipeline/call.ts';
import { differences, type Tree, temporaryFiles, treeOf } from './tree.ts';

export type Step =
  /** Puts a file there by hand. */
  | { readonly put: string; readonly content: string }
  /** Leaves so many bytes of the small disk free. */
  | { readonly leave: number }
  | { readonly free: true }
  /** Makes a folder of the workspace read-only, by its mode or by a mount of its own; or writable again. */
  | { readonly shut: string; readonly by: 'mode' | 'mount' }
  | { readonly open: string; readonly by: 'mode' | 'mount' }
  | { readonly call: CallRequest }
  /** A gate of a new process would see the same: closes this one and opens another. */
  | { readonly restart: true };

export interface DiskRun {
  readonly folder: string;
  /** What lies on the small disk; the rest is on an ordinary one. */
  readonly small?: 'workspace' | 'state' | 'both';
  readonly size?: string;
  readonly inodes?: number;
  readonly steps: readonly Step[];
}

/** One for each call. */
export interface DiskResult {
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly suggestion?: string;
  /** Where the files are other than before the call. */
  readonly changed: readonly string[];
  readonly temporary: readonly string[];
}

const { folder, small, size = '1m', inodes = 0, steps } = JSON.parse(readFileSync(0, 'utf8')) as DiskRun;
const disk = join(folder, 'disk');
const on = (what: 'workspace' | 'state') => (small === what || small === 'both' ? disk : folder);
const workspace = join(on('workspace'), 'workspace');
const store = join(on('state'), 'state', 'toolgate.db');
const filler = join(disk, 'filler');

mkdirSync(disk, { recursive: true });
if (small) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},nr_inodes=${inodes}`, 'tmpfs', disk]);
mkdirSync(workspace, { recursive: true });
mkdirSync(dirname(store), { recursive: true });

const open = () => createToolgate({ workspace, store, approver: () => 'allow_once' });
let gate = await open();
const results: DiskResult[] = [];
for (const step of steps) await take(step);
await gate.close();
process.stdout.write(JSON.stringify(results));

async function take(step: Step): Promise<void> {
  if ('put' in step) {
    mkdirSync(dirname(join(workspace, step.put)), { recursive: true });
    writeFileSync(join(workspace, step.put), step.content);
  } else if ('leave' in step) fill(step.leave);
  else if ('free' in step) rmSync(filler, { force: true });
  else if ('shut' in step) shut(join(workspace, step.shut), step.by);
  else if ('open' in step) unshut(join(workspace, step.open), step.by);
  else if ('restart' in step) {
    await gate.close();
    gate = await open();
  } else results.push(await resultOf(step.call));
}

async function resultOf(call: CallRequest): Promise<DiskResult> {
  const before: Tree = treeOf(workspace);
  const { ok, error } = await gate.execute(call);
  const after = treeOf(workspace);
  return {
    ok,
    ...(error ? { code: error.code, message: error.message, suggestion: error.suggestion } : {}),
    changed: differences(after, before),
    temporary: temporaryFiles(after),
  };
}

function fill(leave: number): void {
  const page = Buffer.alloc(4096);
  const left = () => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  writeFileSync(filler, '');
  while (left() >= leave + page.length) appendFileSync(filler, page);
}

function shut(path: string, by: 'mode' | 'mount'): void {
  if (by === 'mode') chmodSync(path, 0o555);
  else {
    execFileSync('mount', ['--bind', path, path]);
    execFileSync('mount', ['-o', 'remount,ro,bind', path]);
  }
}

function unshut(path: string, by: 'mode' | 'mount'): void {
  if (by === 'mode') chmodSync(path, 0o755);
  else execFileSync('umount', [path]);
}
