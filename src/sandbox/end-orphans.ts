import { readdirSync, readFileSync } from 'node:fs';

/** How the launch script starts bubblewrap, and nobody else does. */
const OURS = 'bwrap\0--json-status-fd\x004\0--info-fd\x008\0--args\x005\0--\0';
/** Who may be above it while it is looked after. */
const LOOKED_AFTER = new Set(['bwrap', 'sh']);

/**
 * Ends what a killed process has left behind: a bubblewrap whose other half died before it could tell it to go on waits
 * for ever. It has not begun to run anything.
 */
export function endOrphans(): void {
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || !textOf(`/proc/${pid}/cmdline`).startsWith(OURS)) continue;
    const parent = /^PPid:\s+(\d+)$/m.exec(textOf(`/proc/${pid}/status`))?.[1];
    if (parent === undefined || LOOKED_AFTER.has(textOf(`/proc/${parent}/comm`).trim())) continue;
    endProcess(pid);
  }
}

export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, or it is another user's.
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
