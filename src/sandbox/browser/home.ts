import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryOr } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';
import { readProgram } from '../../tool/loading/read-program.ts';
import { sendTo } from '../job/process-tree.ts';
import { makeShortFolder } from '../sweep-left.ts';

/** The number of a user without rights, on every system that has one. */
export const NOBODY = 65_534;
const MOST_LOOKS = 250;

/** Makes the folder of one browser, with what it may write to, and the number by which it is ended. */
export function makeBrowserHome(): string {
  try {
    const home = realpathSync(makeShortFolder());
    writeFileSync(join(home, 'go'), '');
    mkdirSync(join(home, 'tmp'));
    return home;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError('EXECUTION_ERROR', `The browser has no folder to work in: ${why}`, {
      suggestion: 'Set TMPDIR to a folder that can be written to, on a disk with room.',
      cause,
    });
  }
}

export function makeProfile(home: string, { forNobody }: { readonly forNobody: boolean }): string {
  const profile = mkdtempSync(join(home, 'profile-'));
  if (forNobody) {
    // The profile alone is the browser's: the browser must not choose the number of the process that is ended.
    chmodSync(home, 0o711);
    chownSync(profile, NOBODY, NOBODY);
  }
  return profile;
}

/**
 * The script that writes its number down, limits itself, and becomes the browser. $1 is the home. Whoever removes `go`
 * and then finds no number can be sure that nothing is started any more.
 */
export const BROWSER_LAUNCH = readProgram(new URL('./launch.sh', import.meta.url));

/** Ends the browser of a home, with the group that it leads: nobody else ends the processes in that. */
export async function endBrowser(home: string): Promise<void> {
  rmSync(join(home, 'go'), { force: true });
  const group = Number(tryOr(() => readFileSync(join(home, 'number'), 'latin1'), ''));
  for (let looks = 0; group && looks < MOST_LOOKS; looks++) {
    if (!sendTo(-group, 'SIGKILL')) return;
    await sleep(looks < 10 ? 5 : 20);
  }
}
