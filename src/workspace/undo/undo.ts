import type { ChangeRow, FileState } from '../../store/port.ts';
import { tryOr } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';
import type { UndoneFile } from '../../tool/history.ts';
import { type Base, type BaseNode, layeredBase, lookOrAbsent } from '../change/base.ts';
import { type DiffSide, diffOf } from '../change/diff.ts';
import { LayerNodes } from '../change/layer-nodes.ts';
import type { StagedNode } from '../change/staging.ts';
import { BLOCKED, shaOf } from '../disk/disk.ts';
import { parentOf } from '../disk/folders.ts';
import { createPace, type Report } from '../pace.ts';
import { mergeBytes, mergeModes } from './merge.ts';

/** The reason why a change cannot be taken back as it is. */
export interface Conflict {
  readonly path: string;
  readonly reason: string;
  /** A diff of the changes since the call. */
  readonly since: string;
}

/** The result of taking back, before anything is staged. */
export type Reversal = ReturnType<Reverser['result']>;

interface ReversalOptions {
  /** The files as they are now. */
  readonly base: Base;
  readonly blob: (sha: string) => Promise<Uint8Array | undefined>;
  /** Whether to replace changes that overlap. The undo's own journal entry keeps what is replaced. */
  readonly force: boolean;
  readonly report?: Report;
}

export const NOT_KEPT = 'its earlier content was not kept';

/** Takes changes back one after another, the newest first, each on the result of the one before. */
export async function reverseChanges(newestFirst: readonly ChangeRow[], options: ReversalOptions): Promise<Reversal> {
  const reverser = new Reverser(options);
  const moved = newestFirst.filter(row => row.movedFrom !== undefined || row.movedTo !== undefined);
  const halves = new Map(moved.map(row => [`${row.setID} ${row.path}`, row]));
  const pace = createPace('worked out', newestFirst.length, options.report);
  for (const row of newestFirst) {
    await pace();
    const target = row.movedTo === undefined || row.after ? undefined : halves.get(`${row.setID} ${row.movedTo}`);
    // The other half of a move brings the file back. Folders and links have no content that others could have changed:
    // each goes and comes back by itself, an empty folder too.
    if (target?.movedFrom === row.path && isMovedFile(target, row)) continue;
    const source = row.movedFrom === undefined ? undefined : halves.get(`${row.setID} ${row.movedFrom}`);
    if (source?.movedTo === row.path && !source.after && isMovedFile(row, source)) await reverser.moveBack(row, source);
    else await reverser.back(row);
  }
  return reverser.result();
}

const isMovedFile = (target: ChangeRow, source: ChangeRow): boolean =>
  target.after?.kind === 'file' && source.before?.kind === 'file';

type UndonePath = { readonly node: StagedNode; readonly how: UndoneFile['how'] };

class Reverser {
  readonly #options: ReversalOptions;
  /** New content by path; undefined means deleted. */
  readonly #nodes = new LayerNodes();
  readonly #how = new Map<string, UndoneFile['how']>();
  readonly #conflicts: Conflict[] = [];
  /** Paths that stay as they are: their content was too much to be kept, as somebody was asked then. */
  readonly #notKept: string[] = [];
  /** The files with all changes taken back so far. */
  readonly #now: Base;

  constructor(options: ReversalOptions) {
    this.#options = options;
    this.#now = layeredBase(this.#nodes, options.base);
  }

  /** The paths that really change, and `base`: the files as they will be. */
  result() {
    const { base } = this.#options;
    for (const [path, node] of this.#nodes) {
      if (node?.kind !== 'moved' && holdsIn(base, path, node && stateOf(node))) this.#nodes.delete(path);
    }
    const nodes: ReadonlyMap<string, StagedNode | undefined> = this.#nodes;
    return { nodes, how: this.#how, conflicts: this.#conflicts, notKept: this.#notKept, base: this.#now };
  }

  async back(row: ChangeRow): Promise<void> {
    const { path, before, after, operation } = row;
    const node = this.#look(path);
    if (operation === 'mkdir' && !before) return this.#leaveFolder(path, node);
    if (operation === 'write' && before?.kind === 'file' && before.sha === undefined) {
      this.#notKept.push(path);
      return;
    }
    if (holdsIn(this.#now, path, before, node)) return;
    if (after ? node.kind === 'absent' : node.kind !== 'absent') {
      const gone = after !== undefined;
      if (gone && !before) return;
      if (!this.#mayReplace(node))
        return this.#conflict(row, gone ? 'it was deleted since' : 'something else is there now');
      return this.#restore(row, 'forced');
    }
    if (node.kind === 'directory' && operation === 'chmod') return this.#modeBack(row, node.mode);
    if (after?.kind === 'file' && before?.kind === 'file' && node.kind === 'file') {
      const merged = await this.#merge(row, node, before);
      if (merged) this.#put(path, merged.node, merged.how);
      return;
    }
    if (!holdsIn(this.#now, path, after && { ...after, mode: modeIn(node) ?? after.mode }, node)) {
      if (!this.#mayReplace(node))
        return this.#conflict(row, before ? 'it was changed since' : 'someone has added to it since');
      return this.#restore(row, 'forced');
    }
    return this.#restore(row, before ? (after ? 'whole' : 'created') : 'deleted');
  }

  /** Moves a file back to its old name with all later changes of others; the file that it overwrote comes back. */
  async moveBack(target: ChangeRow, source: ChangeRow): Promise<void> {
    const node = this.#look(target.path);
    // A file that has taken the place of the folder it came from stands in its own way, and goes.
    const place: BaseNode = source.path.startsWith(`${target.path}/`) ? { kind: 'absent' } : this.#look(source.path);
    const taken = place.kind !== 'absent';
    if (node.kind !== 'file' || taken) {
      if (!this.#mayReplace(place))
        return this.#conflict(target, taken ? `${source.path} is there again` : 'it was deleted or moved on since');
      await this.#restore(source, 'forced');
      if (node.kind === 'file') await this.#restore(target, 'forced');
      return;
    }
    const pure = target.after!.sha === source.before!.sha && target.after!.mode === source.before!.mode;
    if (pure) {
      const { mode, size } = node;
      const own = this.#nodes.get(target.path) ?? { kind: 'moved', from: target.path, mode, size };
      this.#put(source.path, own, 'created');
    } else {
      const merged = await this.#merge(target, node, source.before!);
      if (!merged) return;
      this.#put(source.path, merged.node, merged.how === 'whole' ? 'created' : merged.how);
    }
    if (target.before) await this.#restore(target, 'whole');
    else this.#put(target.path, undefined, 'deleted');
  }

  async #modeBack(row: ChangeRow, now: number): Promise<void> {
    const to = row.before!.mode;
    const mode = mergeModes(row.after!.mode, now, to) ?? (this.#options.force ? to : undefined);
    if (mode === undefined) return this.#conflict(row, 'its mode was changed since');
    this.#put(row.path, { kind: 'directory', mode }, 'whole');
  }

  /** Merges content and mode, each for itself: the change's own part goes, everything else stays. */
  async #merge(row: ChangeRow, node: BaseNode & { kind: 'file' }, to: FileState): Promise<UndonePath | undefined> {
    const { force } = this.#options;
    const after = row.after!;
    const mode = mergeModes(after.mode, node.mode, to.mode) ?? (force ? to.mode : undefined);
    if (mode === undefined) return this.#conflict(row, 'its mode was changed since');
    const ours = await this.#now.load(row.path);
    if (to.sha !== undefined && to.sha === after.sha)
      return { node: { kind: 'file', bytes: ours, mode }, how: 'whole' };
    const theirs = to.sha === undefined ? undefined : await this.#options.blob(to.sha);
    if (!theirs) return this.#conflict(row, NOT_KEPT);
    const whole = after.sha === undefined ? ours.length === after.size : shaOf(ours) === after.sha;
    if (whole) return { node: { kind: 'file', bytes: theirs, mode, ...mtimeIn(to) }, how: 'whole' };
    const base = after.sha === undefined ? undefined : await this.#options.blob(after.sha);
    const merged = base && mergeBytes(base, ours, theirs);
    if (merged?.ok) return { node: { kind: 'file', bytes: merged.bytes, mode }, how: 'hunks' };
    if (force) return { node: { kind: 'file', bytes: theirs, mode, ...mtimeIn(to) }, how: 'forced' };
    const reason = merged?.reason === 'overlap' ? 'the same lines were changed since' : 'it was changed since';
    return this.#conflict(row, reason);
  }

  readonly #load = async (sha: string): Promise<Uint8Array> => {
    const bytes = await this.#options.blob(sha);
    if (bytes) return bytes;
    const message = 'The journal has forgotten an earlier content meanwhile. Nothing was touched.';
    throw new ToolError('UNDO_CONFLICT', message);
  };

  /** Puts the recorded earlier state back as a whole. */
  async #restore(row: ChangeRow, how: UndoneFile['how']): Promise<void> {
    const { path, before } = row;
    if (!before) return this.#put(path, undefined, how);
    if (before.kind === 'directory') return this.#put(path, { kind: 'directory', mode: before.mode }, how);
    if (before.kind === 'symlink') return this.#put(path, { kind: 'symlink', target: before.target! }, how);
    const { sha, size, mode } = before;
    if (sha === undefined) {
      this.#notKept.push(path);
      return;
    }
    if (!(await this.#options.blob(sha))) return this.#conflict(row, NOT_KEPT);
    return this.#put(path, { kind: 'kept', sha, size, mode, ...mtimeIn(before), load: this.#load }, how);
  }

  /** Removes a folder that the call made, only when nothing is left in it. */
  #leaveFolder(path: string, node: BaseNode): void {
    if (node.kind === 'directory' && this.#now.names(path).length === 0) this.#put(path, undefined, 'deleted');
  }

  #put(path: string, node: StagedNode | undefined, how: UndoneFile['how']): void {
    if (node) this.#needFolder(parentOf(path));
    this.#nodes.set(path, node);
    this.#how.set(path, how);
  }

  #needFolder(path: string): void {
    if (path === '.' || this.#look(path).kind === 'directory') return;
    this.#put(path, { kind: 'directory', mode: 0o755 }, 'created');
  }

  /** Whether the entry there gives way: only by force, and never a folder, which may hold what nobody has looked at. */
  #mayReplace({ kind }: BaseNode): boolean {
    return this.#options.force && kind !== 'directory' && kind !== 'other';
  }

  /** Looks at a path; an entry behind a link or a file is none that the call has written. */
  #look(path: string): BaseNode {
    return tryOr(() => this.#now.look(path), { kind: 'other' }, BLOCKED);
  }

  async #conflict({ path, after }: ChangeRow, reason: string): Promise<undefined> {
    const kept = after?.sha === undefined ? undefined : await this.#options.blob(after.sha);
    const then = after && { ...after, bytes: kept };
    const now = await sideAt(this.#now, path, this.#look(path));
    this.#conflicts.push({ path, reason, since: now ? diffOf({ path, before: then, after: now }).text : '' });
    return undefined;
  }
}

/** The time of a file that comes back whole is that of its last write; a merged file is written now. */
const mtimeIn = ({ mtime }: FileState) => (mtime === undefined ? {} : { mtime });

const modeIn = (node: BaseNode): number | undefined => ('mode' in node ? node.mode : undefined);

/** One side of a diff, read from a base. */
export async function sideAt(base: Base, path: string, node = lookOrAbsent(base, path)): Promise<DiffSide | undefined> {
  if (node.kind === 'absent' || node.kind === 'other') return undefined;
  if (node.kind === 'symlink') return { kind: 'symlink', mode: 0o777, size: 0, target: node.target };
  if (node.kind === 'directory') return { kind: 'directory', mode: node.mode, size: 0 };
  const { mode, size } = node;
  return { kind: 'file', mode, size, bytes: size <= LARGEST_SHOWN ? await base.load(path) : undefined };
}

const LARGEST_SHOWN = 4 * 1024 * 1024;

/** Whether a path holds that state, mode included. */
function holdsIn(base: Base, path: string, state: PathState | undefined, node = lookOrAbsent(base, path)): boolean {
  if (!state) return node.kind === 'absent';
  if (node.kind !== state.kind) return false;
  if (node.kind === 'symlink') return node.target === state.target;
  if (node.kind === 'directory') return node.mode === state.mode;
  if (node.kind !== 'file' || node.size !== state.size || node.mode !== state.mode) return false;
  return state.sha === undefined || (node.sha ?? shaOf(base.read(path))) === state.sha;
}

type PathState = Pick<FileState, 'kind'> & Partial<FileState>;

const stateOf = (node: Exclude<StagedNode, { kind: 'moved' }>): PathState => {
  if (node.kind === 'kept') return { ...node, kind: 'file' };
  return node.kind === 'file' ? { ...node, size: node.bytes.length, sha: shaOf(node.bytes) } : node;
};
