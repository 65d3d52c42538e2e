import { constants, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ToolError } from '../../tool/error.ts';

/** The real path of a folder that is to be a workspace. */
export function realRoot(folder: string): string {
  try {
    return realpathSync(resolve(folder));
  } catch (error) {
    throw new ToolError('INVALID_PATH', `The workspace ${folder} cannot be opened: ${(error as Error).message}`);
  }
}

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * The text beside a tool that describes it. This text belongs to the tool's author, not to the workspace. Models see
 * it, so a link in its place, which may lead to any file of the user, is not followed.
 */
export const readDescription = (file: URL): Promise<string> =>
  readFile(file, { encoding: 'utf8', flag: O_RDONLY | O_NOFOLLOW | O_NONBLOCK });
