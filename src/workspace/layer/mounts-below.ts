import { readFileSync } from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';
import { showPath } from '../paths/parse-path.ts';

/**
 * Folders of the workspace on which another file system is mounted, relative to it. An overlay shows what lies under
 * the mount instead, so nothing can be said of what a job has seen or left there.
 */
export function mountsBelow(root: string): readonly string[] {
  const prefix = root === '/' ? '/' : `${root}/`;
  return readMounts()
    .filter(place => place.startsWith(prefix) && place !== prefix)
    .map(place => place.slice(prefix.length));
}

/** The fifth field of each line of mounts, where blanks and the like are written as octal numbers. */
function readMounts(): readonly string[] {
  // Where the system is not Linux, there is no overlay either.
  return tryOr(() => readFileSync('/proc/self/mountinfo', 'latin1'), '')
    .split('\n')
    .flatMap(line => line.split(' ')[4] ?? [])
    .map(field => field.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8))))
    .map(field => Buffer.from(field, 'latin1').toString('utf8'));
}

export const mounted = (path: string): ToolError =>
  new ToolError(
    'EXECUTION_ERROR',
    `It would change ${showPath(path)}, where another file system is mounted. Nothing was changed.`,
    {
      suggestion: 'Run it in the background: then it works on the real files. Or leave that folder alone.',
      details: { path },
    },
  );
