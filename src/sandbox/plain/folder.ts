import { randomBytes } from 'node:crypto';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { removeTree } from '../../system/remove-tree.ts';
import { tryOr } from '../../system/try-or.ts';
import { checkVariableNames, joinWithNul } from '../job/check-job.ts';
import { cacheIn, type JobPlaces, plainEnvironment } from '../job/environment.ts';
import { type SystemView, systemView } from '../job/system-view.ts';
import type { SandboxJob, SeenFolder } from '../port.ts';
import { makeShortFolder } from '../sweep-left.ts';
import { MARK } from './job-members.ts';

export interface PlainSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder that lasts, for the caches of package managers. */
  readonly cache?: string;
}

/** Folders and variables of a job that sees the machine's own file system. */
export interface PlainFolder {
  /** The real path of the folder, which is gone afterwards. */
  readonly path: string;
  /** The job's home and temp folder, which lie in it. */
  readonly places: JobPlaces;
  readonly program: string;
  readonly mark: string;
  readonly env: Readonly<Record<string, string>>;
  readonly system: SystemView;
  remove(): void;
}

export function openPlainFolder({ env, cache }: PlainSettings, job: SandboxJob): PlainFolder {
  checkVariableNames(Object.keys(job.env));
  joinWithNul([...Object.values(job.env), ...job.argv]);
  const system = systemView(env, job.root);
  if (cache) mkdirSync(cache, { recursive: true, mode: 0o700 });
  const path = realpathSync(makeShortFolder());
  const places = { home: join(path, 'home'), temp: join(path, 'tmp') };
  const program = join(path, 'program');
  try {
    for (const place of Object.values(places)) mkdirSync(place, { mode: 0o700 });
    if (cache) symlinkSync(cache, cacheIn(places));
    writeFileSync(program, job.program ?? '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    removeTree(path);
    throw error;
  }
  const mark = randomBytes(16).toString('hex');
  // In a container the user may have no name.
  const user = tryOr(() => userInfo().username, 'user');
  return {
    path,
    places,
    program,
    mark,
    system,
    env: {
      ...plainEnvironment({ own: env, path: system.path, user, places }),
      ...system.variables,
      ...job.env,
      [MARK]: mark,
    },
    remove: () => removeTree(path),
  };
}

/** The real path of a name, for rules hold for files and not for names; none where nothing is there. */
export const plainRealPath = (path: string): readonly string[] => tryOr(() => [realpathSync(path)], []);

export const pathsOf = (also: readonly SeenFolder[], write: boolean): readonly string[] =>
  also.filter(each => each.write === write).map(({ path }) => path);
