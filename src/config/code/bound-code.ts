import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { ConfigError } from '../config-error.ts';

/** The code of a config as it was read: exactly these bytes are hashed, shown, trusted and run. */
export interface BoundCode {
  /** The bytes of each file, by absolute path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** A hash that changes when any of the files does, or one comes or goes. */
  readonly hash: string;
}

/** The endings of a module and its imports: no other file is loaded for it. */
const ENDINGS = /\.(?:m?[jt]s|json)$/;
const MOST_FILES = 200;
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * All code in the folders of these files. A module may import files in its own folder and below, and packages; so its
 * work depends on these files and on `node_modules`, which is not bound.
 */
export function readBoundCode(named: readonly string[], root: string): BoundCode {
  const files = new Map<string, Uint8Array>();
  for (const file of named) {
    const folder = dirname(file);
    checkFolder(file, folder, root);
    collect(folder, files);
    if (!files.has(file))
      throw new ConfigError(
        `${file} is no file that can be loaded`,
        `It ends in .ts, .mts, .js, .mjs or .json, and is no link.`,
      );
  }
  const hash = createHash('sha256');
  for (const [file, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(JSON.stringify([relative(root, file), createHash('sha256').update(bytes).digest('hex')]));
  return { files, hash: hash.digest('hex') };
}

/** Checks a folder. A link on the way could lead elsewhere a moment later; a root holds much that is no tool's code. */
function checkFolder(file: string, folder: string, root: string): void {
  if (folder === root || !isBelow(folder, root))
    throw new ConfigError(
      `${file} must lie in a folder of its own below ${root}`,
      'Put it into .toolgate/tools or .toolgate/packs/NAME.',
    );
  let real: string;
  try {
    real = realpathSync(folder);
  } catch {
    throw new ConfigError(`${file} is not there`, 'Mend its path in the config.');
  }
  if (real !== folder) throw new ConfigError(`${folder} is reached by a link`, 'Put the folder itself there.');
}

function collect(folder: string, files: Map<string, Uint8Array>): void {
  for (const entry of listed(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) collect(path, files);
    } else if (entry.isFile() && ENDINGS.test(entry.name) && !files.has(path)) {
      files.set(path, readPlain(path));
      const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
      if (files.size > MOST_FILES || bytes > MOST_BYTES)
        throw new ConfigError(
          `${folder} has more code than can be looked through`,
          `At most ${MOST_FILES} files and 4 MiB; put tools into a folder of their own.`,
        );
    }
  }
}

function listed(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const advice = 'Make it a folder that this user may read, or mend the path in the config.';
    throw new ConfigError(`${folder} cannot be looked through: ${(error as Error).message}`, advice);
  }
}

function readPlain(file: string): Uint8Array {
  let fd: number | undefined;
  try {
    // A FIFO would wait for a writer; a link may lead anywhere.
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    if (!fstatSync(fd).isFile() || fstatSync(fd).size > MOST_BYTES) throw new Error('it is no small plain file');
    return readFileSync(fd);
  } catch (error) {
    const advice = 'Make it readable for this user, or remove it.';
    throw new ConfigError(`${file} cannot be read: ${(error as Error).message}`, advice);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
