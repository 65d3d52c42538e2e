import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isBelow } from './is-below.ts';
import { tryOr } from './try-or.ts';

/** The place of a program that is run with the user's rights: whoever writes to the workspace must not choose it. */
export function findProgram(name: string, path: string | undefined, root: string): string | undefined {
  return (path ?? '')
    .split(':')
    .filter(folder => folder.startsWith('/'))
    .map(folder => join(folder, name))
    .find(file => isProgram(file, root));
}

/** Whether a file can be run, and lies outside of the workspace. */
export const isProgram = (file: string, root: string): boolean =>
  tryOr(() => {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() && !isBelow(file, root) && !isBelow(realpathSync(file), root);
  }, false);
