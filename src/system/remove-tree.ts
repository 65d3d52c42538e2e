import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes a tree, also what a job left unreadable, and the overlay's own folder, which nobody may enter. */
export function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    try {
      openUp(path);
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The folders lie deeper than a path can say: `rm` goes down step by step.
      spawnSync('sh', ['-c', 'chmod -R u+rwX -- "$1"; rm -rf -- "$1"', 'rm', path], { stdio: 'ignore' });
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** The number of files from which on another process costs less than asking here for each file. */
const MANY = 100;

/**
 * Removes a tree, and nobody waits: a tree that cannot be removed, or is left by a process that dies, the next one
 * sweeps. `files` says about how many there are.
 */
export function removeTreeMeanwhile(path: string, files = 0): void {
  const removing = files < MANY ? rm(path, { recursive: true, force: true }) : removeApart(path);
  removing.catch(() => removeTree(path)).catch(() => {});
}

async function removeApart(path: string): Promise<void> {
  const [code] = await once(spawn('rm', ['-rf', '--', path], { stdio: 'ignore' }), 'close');
  if (code !== 0) throw new Error(`rm ended with ${code}`);
}

function openUp(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openUp(join(folder, entry.name));
  }
}
