import { posix } from 'node:path';
import type { SimpleCommand } from '../../shell/findings.ts';
import type { CallContext } from '../../tool/context.ts';
import type { Bound } from '../../tool/define.ts';

export interface SteeringOptions {
  /** Where it runs, workspace-relative. */
  readonly cwd: string;
  /** Paths that it is given, as far as they are any. */
  readonly named?: readonly string[];
  /** What it runs, where that is known. */
  readonly commands?: readonly SimpleCommand[];
}

/** How many names are looked for, in all; more would hold up the question. */
const MOST_LOOKS = 800;
const MOST_FILES = 300;
/** How often a file that names another one is followed. */
const DEEPEST = 3;
/** Bytes; longer ones are data, or written by a program. */
const LONGEST_TEXT = 256 * 1024;

/**
 * What a yes to a run is bound to beside its text: the folder that it runs in, and the files by which the programs know
 * what to do. These are the settings in that folder and above it, the files that are named, and those that the text of
 * either names.
 */
export async function steeringFiles(
  { files }: Pick<CallContext, 'files'>,
  { cwd, named: given = [], commands = [] }: SteeringOptions,
): Promise<Bound> {
  // Most processes ask about no command: this is loaded with the first one.
  const { isSteering, pathsMentioned, pathsNamed, STEERING_BELOW } = await import('../../shell/steering.ts');
  const named = [...given, ...pathsNamed(commands)];
  const found = new Set<string>();
  const looked = new Set<string>();
  const folders = new Set([cwd]);

  /** What is there, by its name in the workspace. What lies outside is the sandbox's to hold. */
  async function look(folder: string, path: string): Promise<{ path: string; folder: boolean } | undefined> {
    const wanted = posix.isAbsolute(path) ? path : posix.join(files.root, folder, path);
    if (looked.has(wanted) || looked.size >= MOST_LOOKS) return undefined;
    looked.add(wanted);
    try {
      const { relative } = files.resolve(wanted);
      const kind = (await files.stat(relative))?.kind;
      return kind === 'file' || kind === 'directory' ? { path: relative, folder: kind === 'directory' } : undefined;
    } catch {
      return undefined;
    }
  }

  async function lookForNamed(from: readonly string[], paths: readonly string[]): Promise<string[]> {
    const added: string[] = [];
    for (const folder of from) {
      for (const path of paths) {
        const there = await look(folder, path);
        if (!there) continue;
        if (there.folder) folders.add(there.path);
        else if (!found.has(there.path) && found.size < MOST_FILES) {
          found.add(there.path);
          added.push(there.path);
        }
      }
    }
    return added;
  }

  let next = await lookForNamed([cwd], named);
  // A command may go to a folder that it names before it runs the rest.
  const entered = [...folders].filter(folder => folder !== cwd).slice(0, 8);
  next.push(...(await lookForNamed(entered, named)));
  for (const folder of withParents(folders)) next.push(...(await settingsIn(folder)));
  for (let depth = 0; depth < DEEPEST && next.length > 0; depth++) {
    const more: string[] = [];
    for (const path of next) {
      const places = [...new Set([posix.dirname(path), cwd])];
      more.push(...(await lookForNamed(places, await mentionsIn(path))));
    }
    next = more;
  }
  return { cwd, files: [...found].sort() };

  async function settingsIn(folder: string): Promise<string[]> {
    const entries = await files.list(folder).catch(() => []);
    const names = entries.filter(({ name, kind }) => kind !== 'directory' && isSteering(name)).map(({ name }) => name);
    return lookForNamed([folder], [...names, ...STEERING_BELOW]);
  }

  async function mentionsIn(path: string): Promise<readonly string[]> {
    // What is private is only compared.
    if (posix.basename(path).startsWith('.env')) return [];
    try {
      const { bytes } = await files.read(path, { maxBytes: LONGEST_TEXT });
      return bytes.includes(0) ? [] : pathsMentioned(Buffer.from(bytes).toString('utf8'));
    } catch {
      return [];
    }
  }
}

/** The folders with all above them, up to the root. */
function withParents(folders: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set<string>();
  for (let folder of folders) {
    for (; folder !== '.' && folder !== '/' && !folder.startsWith('..'); folder = posix.dirname(folder))
      all.add(folder);
    all.add('.');
  }
  return all;
}
