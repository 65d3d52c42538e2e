import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownPrefix, removeLeftovers } from '../system/leftovers.ts';

/** The folder, below a sandbox's own, with the folders of jobs that run. */
export const RUNNING = 'running';

/** The start of the names of folders in the temp folder; the process that made one and random letters follow. */
const SHORT = 'tg-';

/** Makes a folder with a short path, for the path of a socket in it may have a hundred characters at most. */
export const makeShortFolder = (): string => mkdtempSync(join(tmpdir(), `${SHORT}${ownPrefix()}`));

/**
 * Removes what sandboxes of dead processes left. A gate does so when it starts, also where no command will run again: a
 * power cut must not leave folders for ever.
 */
export function sweepLeft(folder: string): void {
  removeLeftovers(tmpdir(), SHORT);
  removeLeftovers(join(folder, RUNNING));
}
