import { posix } from 'node:path';
import type { SimpleCommand } from '../../shell/state/findings.ts';
import type { CallContext } from '../../tool/context.ts';
import type { ApprovalBinding } from '../../tool/define.ts';

/** A run: its workspace-relative folder, the paths that it is given, and what it runs, as far as that is known. */
interface SteeringOptions {
  readonly cwd: string;
  readonly named?: readonly string[];
  readonly commands?: readonly SimpleCommand[];
  /** The text as it was written: redirects and variables name files too. */
  readonly text?: string;
}

/** The most paths that are looked for, and folders that are listed; more would hold up the question. */
const MOST_LOOKS = 1500;
const MOST_FOLDERS = 150;
const MOST_FILES = 600;
/** The most files of a folder that is itself named, or that one pattern matches. */
const MOST_IN_FOLDER = 100;
/** The most steps from a file to one that it names. */
const DEEPEST = 4;
/** The most bytes of a text; longer files are data, or written by a program. */
const LONGEST_TEXT = 256 * 1024;

/** The entries of a folder; `byWord` has those that a plain word may mean there. */
interface Listing {
  readonly names: readonly string[];
  readonly plain: readonly string[];
  readonly byWord: ReadonlyMap<string, readonly string[]>;
}

type FolderEntry = Awaited<ReturnType<CallContext['files']['list']>>[number];

const NOTHING: Listing = { names: [], plain: [], byWord: new Map() };

/**
 * The files that a yes to a run is bound to beside its text: the folder of the run, and the files that tell programs
 * what to do. These are the settings in that folder and above it, the files that are named, the files of a folder that
 * is named, and whatever the text of any of them names. A plain word names an entry of a folder by that name.
 */
export async function steeringFiles(
  { files }: Pick<CallContext, 'files'>,
  { cwd, named = [], commands = [], text = '' }: SteeringOptions,
): Promise<ApprovalBinding> {
  // Most processes ask about no command: this code is loaded with the first one.
  const { isSteering, matchesPattern, pathsMentioned, pathsNamed, STEERING_BELOW, wordsFor } = await import(
    '../../shell/judge/steering.ts'
  );
  const found = new Set<string>();
  const looked = new Set<string>();
  const entered = new Set<string>();
  const listed = new Map<string, Listing>();
  let next: string[] = [];

  async function listingOf(folder: string): Promise<Listing> {
    const known = listed.get(folder);
    if (known || listed.size >= MOST_FOLDERS) return known ?? NOTHING;
    const entries = await files.list(folder).catch(() => []);
    const listing = toListing(entries, wordsFor);
    listed.set(folder, listing);
    return listing;
  }

  /** Takes a file by its name in the workspace, wherever a link leads. Files outside are the sandbox's to hold. */
  async function take(folder: string, path: string): Promise<string | undefined> {
    const wanted = posix.isAbsolute(path) ? path : posix.join(files.root, folder, path);
    if (looked.has(wanted) || looked.size >= MOST_LOOKS) return undefined;
    looked.add(wanted);
    try {
      const { relative } = files.resolve(wanted);
      const kind = (await files.stat(relative))?.kind;
      if (kind === 'directory') return relative;
      if (kind === 'file' && !found.has(relative) && found.size < MOST_FILES) {
        found.add(relative);
        next.push(relative);
      }
    } catch {
      // The word is no name that anything here could have.
    }
    return undefined;
  }

  /** Takes the files that a word may name, seen from a folder; gives back the folders. */
  async function follow(place: string, word: string): Promise<readonly string[]> {
    if (word === '' || word === '.') return [];
    const slash = word.lastIndexOf('/');
    if (slash >= 0 && !word.includes('*')) return [await take(place, word)].filter(one => one !== undefined);
    const above = slash < 0 ? [place] : slash === 0 ? [] : await follow(place, word.slice(0, slash));
    const last = word.slice(slash + 1);
    const folders: string[] = [];
    for (const folder of above) {
      const { names, byWord } = await listingOf(folder);
      const meant = last.includes('*') ? names.filter(name => matchesPattern(last, name)) : (byWord.get(last) ?? []);
      for (const name of meant.slice(0, MOST_IN_FOLDER)) {
        const one = await take(folder, name);
        if (one !== undefined) folders.push(one);
      }
    }
    return folders;
  }

  async function settingsIn(folder: string): Promise<void> {
    for (let at = folder; !entered.has(at) && !at.startsWith('..'); at = posix.dirname(at)) {
      entered.add(at);
      const { names } = await listingOf(at);
      for (const name of names.filter(isSteering)) await take(at, name);
      for (const path of names.length > 0 ? STEERING_BELOW : []) await take(at, path);
    }
  }

  async function followAll(places: Iterable<string>, words: readonly string[]): Promise<Set<string>> {
    const folders = new Set<string>();
    for (const place of places) for (const word of words) for (const one of await follow(place, word)) folders.add(one);
    for (const folder of folders) await settingsIn(folder);
    return folders;
  }

  const given = [...new Set([...named, ...pathsNamed(commands), ...pathsMentioned(text)])];
  await settingsIn(cwd);
  // A command may go to a folder that it names before it runs the rest, and from there to another.
  let places = new Set([cwd]);
  for (let depth = 0; depth < DEEPEST && places.size > 0 && entered.size < MOST_FOLDERS; depth++) {
    places = await followAll(places, given);
    for (const folder of places) {
      const { plain } = await listingOf(folder);
      for (const name of plain.slice(0, MOST_IN_FOLDER)) await take(folder, name);
    }
  }
  for (let depth = 0; depth < DEEPEST && next.length > 0; depth++) {
    const from = next;
    next = [];
    for (const path of from)
      await followAll(new Set([posix.dirname(path), cwd]), pathsMentioned(await readText(files, path)));
  }
  return { cwd, files: [...found].sort() };
}

function toListing(entries: readonly FolderEntry[], wordsFor: (name: string) => readonly string[]): Listing {
  const byWord = new Map<string, string[]>();
  for (const { name } of entries)
    for (const word of wordsFor(name)) byWord.set(word, [...(byWord.get(word) ?? []), name]);
  return {
    names: entries.map(({ name }) => name),
    plain: entries.filter(({ kind }) => kind !== 'directory').map(({ name }) => name),
    byWord,
  };
}

/** The text of a file; empty where it cannot be read as text, or is private and only compared. */
async function readText(files: CallContext['files'], path: string): Promise<string> {
  if (posix.basename(path).startsWith('.env')) return '';
  try {
    const { bytes } = await files.read(path, { maxBytes: LONGEST_TEXT });
    return bytes.includes(0) ? '' : Buffer.from(bytes).toString('utf8');
  } catch {
    return '';
  }
}
