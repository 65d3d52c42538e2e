import ignore, { type Ignore } from 'ignore';
import { tryOr } from '../../system/try-or.ts';
import { type Base, lookOrAbsent } from '../change/base.ts';
import { baseNameOf, joinPath as join, parentOf } from '../disk/folders.ts';
import { createGitIgnores, type GitIgnores } from '../git/ignored.ts';
import { createGitTracking, type GitTracking } from '../git/tracked.ts';
import type { Ground } from '../ground.ts';
import { beforeCalls } from '../undo/before-calls.ts';
import { kindsOf, namesInLockfile, type RebuiltKind } from './made-again.ts';
import { isMadeByCalls, rememberMade } from './made-by-calls.ts';

/**
 * The standing of a folder towards undo. `again`: outside, for a tool makes it again. `free`: outside for new files
 * there, while lost files that calls did not make are kept. `in`: within undo.
 */
export type FolderStanding = 'again' | 'free' | 'in';

/** The standing, also of all below; `kept`: within undo, but for folders that the user names. */
interface Standing {
  readonly is: FolderStanding | 'kept';
  /** The folder of a known kind above, of which not all is made again. */
  readonly within?: RecognizedFolder;
  /** The topmost folder that is free. */
  readonly top?: string;
}

/** A folder of a known kind. */
interface RecognizedFolder {
  readonly folder: string;
  /** The base in which the folder's content is looked at. */
  readonly view: Base;
  /** Names in the folder's lockfile, where these count. */
  readonly named: ReadonlySet<string> | undefined;
  /** Whether people give the name to folders of their own too. */
  readonly anybodys: boolean;
}

const LARGEST = 64 * 1024 * 1024;
const IN: Standing = { is: 'in' };
const AGAIN: Standing = { is: 'again' };

/**
 * Folders that are outside of undo, told here alone: those that the user names, and those made again, as they stood
 * before calls changed anything. Nothing that a call has written is a proof, but for a folder that calls have made; and
 * what git tracks is never left out. Only folders: people write single files.
 */
export class LeftOutFolders {
  /** The files before, exchanged where the same question is asked of a later moment. */
  base: Base;
  readonly #ground: Ground;
  readonly #after: Base | undefined;
  readonly #own: Ignore | undefined;
  readonly #tracked: GitTracking;
  readonly #ignored: GitIgnores;
  readonly #known = new Map<string, Promise<Standing>>([['.', Promise.resolve(IN)]]);
  /** Folders whose proof calls have written: calls have made the folder too. */
  readonly #made = new Set<string>();

  /** Takes the files as they were before the job, and as it has left them, where these are not on the disk yet. */
  constructor(ground: Ground, { base, after }: { readonly base: Base; readonly after?: Base }) {
    this.base = base;
    this.#ground = ground;
    this.#after = after;
    this.#own = ground.outsideUndo === false ? undefined : ignore().add([...(ground.outsideUndo ?? [])]);
    this.#tracked = createGitTracking(ground, after);
    this.#ignored = createGitIgnores(ground, path => textOf(this.base, path));
  }

  /** The standing of a folder; `fresh`: the job has made it, so that nothing from before is lost with it. */
  async of(folder: string, fresh = false): Promise<FolderStanding> {
    if (!this.#own || folder === '.git' || folder.startsWith('.git/')) return 'in';
    const { is } = await this.#standingOf(folder, fresh);
    return is === 'kept' ? 'in' : is;
  }

  /** The topmost free folder that a free one lies in. */
  async topOf(folder: string): Promise<string> {
    return (await this.#standingOf(folder, false)).top ?? folder;
  }

  /** Whether a .gitignore names a folder; that alone leaves nothing out. */
  isIgnored(folder: string): Promise<boolean> {
    return this.#ignored.has(folder);
  }

  /** Remembers folders that calls have made, once they are on the disk: from now on their identity tells them. */
  async remember(): Promise<void> {
    for (const folder of this.#made) await rememberMade(this.#ground, folder);
  }

  #standingOf(folder: string, fresh: boolean): Promise<Standing> {
    const known = this.#known.get(folder) ?? this.#judge(folder, fresh);
    this.#known.set(folder, known);
    return known;
  }

  async #judge(folder: string, fresh: boolean): Promise<Standing> {
    const above = await this.#standingOf(parentOf(folder), fresh);
    if (above.is === 'again') return AGAIN;
    const said = this.#own!.test(`${folder}/`);
    if (said.unignored || (above.is === 'kept' && !said.ignored)) return { is: 'kept' };
    if (above.within && !said.ignored) return this.#judgePart(above, above.within, folder);
    const found = await this.#recognize(folder, fresh);
    const again = found && !found.anybodys && isWhole(found, folder) && !(await this.#tracked.holds(folder));
    if (again) return AGAIN;
    if (above.is === 'free') return above;
    if (said.ignored) return { is: 'free', top: folder };
    if (!found) return IN;
    if (await this.#tracked.holds(folder)) return { is: 'in', within: found };
    return found.anybodys ? { is: 'free', top: folder } : { is: 'in', within: found };
  }

  /** The kind of a folder, if the signs of it can be trusted. */
  async #recognize(folder: string, fresh: boolean): Promise<RecognizedFolder | undefined> {
    for (const kind of kindsOf(folder)) {
      const proof = kind.proof && (await this.#findProof(folder, kind, fresh));
      if (kind.proof && proof === undefined) continue;
      if (kind.ignored && !((await this.#tracked.isInRepository(folder)) && (await this.isIgnored(folder)))) continue;
      const view = fresh ? (this.#after ?? this.base) : this.base;
      const named = kind.packages && proof !== undefined ? namesInLockfile(proof) : undefined;
      return { folder, view, named, anybodys: kind.anybodys === true };
    }
    return undefined;
  }

  /** The content of the file that lists what belongs into the folder. */
  async #findProof(folder: string, { proof, above, mark }: RebuiltKind, fresh: boolean): Promise<string | undefined> {
    const made = fresh || (await isMadeByCalls(this.#ground, folder));
    const read = (path: string) => (fresh ? textOf(this.#after, path) : undefined) ?? textOf(this.base, path);
    const trusted = async (path: string) => {
      const text = read(path);
      return made || text === undefined ? text : this.#beforeCalls(path, text);
    };
    if (mark !== undefined && (await trusted(join(folder, mark))) === undefined) return undefined;
    for (let at = parentOf(folder); ; at = parentOf(at)) {
      for (const name of proof ?? []) {
        const text = await trusted(join(at, name));
        if (text === undefined) continue;
        if (made) this.#made.add(folder);
        return text;
      }
      if (!above || at === '.') return undefined;
    }
  }

  /** The text of a file before calls changed it; undefined where calls made it, or nobody knows any more. */
  async #beforeCalls(path: string, now: string): Promise<string | undefined> {
    const before = await beforeCalls(this.#ground, path);
    if (before === 'untouched') return now;
    if (before === 'made' || before.sha === undefined) return undefined;
    const image = await this.#ground.store.journal.blob(before.sha);
    return image && Buffer.from(image).toString('utf8');
  }

  /** Judges a folder below one that is not made again as a whole. */
  async #judgePart(above: Standing, found: RecognizedFolder, folder: string): Promise<Standing> {
    if (isThere(found.view, join(folder, '.git'))) return { is: 'kept' };
    const isOne = isPart(found, folder) && (found.named !== undefined || isWhole(found, folder));
    if (!isOne || (await this.#tracked.holds(folder))) return above;
    return found.anybodys ? { is: 'free', top: folder } : AGAIN;
  }
}

function isWhole(found: RecognizedFolder, at: string): boolean {
  const { folder, view, named } = found;
  return view.names(at).every(name => {
    const path = join(at, name);
    const { kind } = lookOrAbsent(view, path);
    if (kind === 'directory' && holdsRepository(view, path, named ? 0 : DEEPEST)) return false;
    if (!named || name.startsWith('.') || kind === 'symlink') return true;
    if (kind !== 'directory') return false;
    return name.startsWith('@') && at === folder ? isWhole(found, path) : isPackage(found, path);
  });
}

/** The levels of folders in which package managers put repositories: `src/name` of pip, `owner/name` of composer. */
const DEEPEST = 1;

/** Whether a folder, or one so many levels below, is a repository: that is somebody's own work, wherever it lies. */
const holdsRepository = (view: Base, folder: string, deep: number): boolean =>
  isThere(view, join(folder, '.git')) ||
  (deep > 0 &&
    view.names(folder).some(name => {
      const path = join(folder, name);
      return lookOrAbsent(view, path).kind === 'directory' && holdsRepository(view, path, deep - 1);
    }));

function isPart(found: RecognizedFolder, path: string): boolean {
  const { folder, named } = found;
  if (!named) return true;
  const [first = '', second] = path.slice(folder.length + 1).split('/');
  if (first.startsWith('.')) return true;
  if (!first.startsWith('@')) return isPackage(found, join(folder, first));
  return second === undefined ? isWhole(found, path) : isPackage(found, join(folder, `${first}/${second}`));
}

/** Whether a path is a package that the lockfile names; other packages are not made again. */
function isPackage({ view, named }: RecognizedFolder, path: string): boolean {
  const scope = baseNameOf(parentOf(path));
  const name = scope.startsWith('@') ? `${scope}/${baseNameOf(path)}` : baseNameOf(path);
  return named?.has(name) === true && isThere(view, join(path, 'package.json'));
}

const isThere = (view: Base, path: string): boolean => lookOrAbsent(view, path).kind !== 'absent';

function textOf(base: Base | undefined, path: string): string | undefined {
  const node = base && lookOrAbsent(base, path);
  if (!base || node?.kind !== 'file' || node.size > LARGEST) return undefined;
  return tryOr(() => Buffer.from(base.read(path)).toString('utf8'), undefined);
}
