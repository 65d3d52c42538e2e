import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tryOr } from '../../system/try-or.ts';
import { joinWithNul } from '../job/check-job.ts';

/** The places of a job, all of them real paths. */
interface LandlockPlaces {
  readonly root: string;
  readonly readOnly: boolean;
  /** Folders that may be written besides: the private home and temp folder. */
  readonly writable: readonly string[];
  /** Files and folders of the machine that may be read. */
  readonly readable: readonly string[];
  readonly hidden: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly processes: number;
}

/** Files that every program opens. The device of the terminal is not among them: a job has none. */
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'].map(name => `/dev/${name}`);

/**
 * The rules for `landlock.pl`, as its file holds them: `r` is read with all below, `w` written too, `p` written and not
 * read, `l` listed, `d` a device, `h` hidden, `e` a variable, `n` the most processes. No other file of the machine is
 * there. Rules can only give: a folder that holds something hidden is given name by name, and a new file in it can be
 * written, and not be read before the job has ended. Variables stand in the file, for a variable could change what
 * `landlock.pl` itself does.
 */
export function landlockRules({ root, readOnly, writable, readable, hidden, env, processes }: LandlockPlaces): string {
  const kept = { paths: new Set(hidden), above: foldersAbove(hidden) };
  return joinWithNul([
    ...DEVICES.map(path => `d${path}`),
    // The kernel keeps memory, variables and files of others from a job; their command lines it shows to everybody.
    'r/proc',
    ...readable.flatMap(path => rulesBelow(path, kept, 'r')),
    ...writable.flatMap(path => rulesBelow(path, kept, 'w')),
    ...rulesBelow(root, kept, readOnly ? 'r' : 'w'),
    `n${Math.min(processes, 2 ** 31)}`,
    ...hidden.map(path => `h${path}`),
    ...Object.entries(env).map(([name, value]) => `e${name}=${value}`),
  ]);
}

function foldersAbove(paths: readonly string[]): ReadonlySet<string> {
  const above = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); !above.has(folder); folder = dirname(folder)) above.add(folder);
  }
  return above;
}

function rulesBelow(path: string, hidden: Record<'paths' | 'above', ReadonlySet<string>>, letter: 'r' | 'w'): string[] {
  if (hidden.paths.has(path)) return [];
  if (!hidden.above.has(path)) return [`${letter}${path}`];
  // A folder that cannot be listed has no known names, so nothing in it is given.
  const entries = tryOr(() => readdirSync(path, { withFileTypes: true }), []);
  const files = entries.filter(entry => !entry.isSymbolicLink());
  const below = files.flatMap(({ name }) => rulesBelow(join(path, name), hidden, letter));
  return [`${letter === 'w' ? 'p' : 'l'}${path}`, ...below];
}
