import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeftovers } from '../system/leftovers.ts';

/** Where, below a sandbox's own folder, what runs has its folders. */
export const RUNNING = 'running';

/** How the names of folders in the temp folder begin; the process that made one and random letters follow. */
export const PROXY_FOLDER = 'tg-';

/**
 * Removes what sandboxes of dead processes left. A gate does so when it starts, also where no command will run again: a
 * power cut must not leave folders for ever.
 */
export function sweepLeft(folder: string): void {
  removeLeftovers(tmpdir(), PROXY_FOLDER);
  removeLeftovers(join(folder, RUNNING));
}
