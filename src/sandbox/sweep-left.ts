import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeftovers } from '../system/leftovers.ts';

/** The folder, below a sandbox's own, with the folders of jobs that run. */
export const RUNNING = 'running';

/** The start of the names of folders in the temp folder; the process that made one and random letters follow. */
export const PROXY_FOLDER = 'tg-';

/**
 * Removes what sandboxes of dead processes left. A gate does so when it starts, also where no command will run again: a
 * power cut must not leave folders for ever.
 */
export function sweepLeft(folder: string): void {
  removeLeftovers(tmpdir(), PROXY_FOLDER);
  removeLeftovers(join(folder, RUNNING));
}
