import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isBelow } from './is-below.ts';
import { tryOr } from './try-or.ts';

/**
 * The place of a program that is to run with the user's own rights. No program in the workspace counts, also not by a
 * link: whoever may write there would choose what is run.
 */
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
