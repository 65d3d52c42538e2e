import { tryOr } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';
import {
  BLOCKED,
  errorCodeOf,
  type FileFacts,
  type KeptDiskEntry,
  lookUp,
  modeOf,
  mtimeOf,
  NO_FOLDER,
  readIn,
  toKept,
} from '../disk/disk.ts';
import { type Folders, parentOf, withFolders } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';
import { LayerNodes } from './layer-nodes.ts';
import type { PlainState, SeenState, StagedNode } from './staging.ts';

/** A path's state below a call's staged changes. */
export type BaseNode =
  | PlainState
  | { readonly kind: 'other' }
  | {
      readonly kind: 'file';
      readonly mode: number;
      readonly size: number;
      readonly identity?: string;
      /** The hash, where it is known without a look at the content. */
      readonly sha?: string;
      /** The time of the last write, in seconds. */
      readonly mtime?: number;
    };

export interface Base {
  look(path: string): BaseNode;
  /** The content of a file, but of none from the journal; `known` itself where the file holds just these bytes. */
  read(path: string, known?: Uint8Array): Uint8Array;
  /** The content of any file. */
  load(path: string): Promise<Uint8Array>;
  /** All names in a folder; none when the path is no folder. */
  names(path: string): string[];
}

/** A look that finds nothing where a link or a file stands on the way. */
export const lookOrAbsent = (base: Base, path: string): BaseNode =>
  tryOr(() => base.look(path), { kind: 'absent' }, BLOCKED);

/** The state that a change stands on, from what a look found. An entry that no change could hold counts as nothing. */
export function seenState(node: BaseNode, hash?: () => string | undefined): SeenState {
  if (node.kind === 'other') return { kind: 'absent' };
  if (node.kind !== 'file') return node;
  const { mode, size, identity = '' } = node;
  return { kind: 'file', identity, mode, size, sha: node.sha ?? hash?.() };
}

/** Whether something on the way to the path is no folder. */
export const isBlocked = (error: unknown): boolean => BLOCKED.includes(errorCodeOf(error) ?? '');

/** The disk as a base. `found` gets the state of each path at its first look: a later change is seen at the write. */
export const diskBase = (
  folders: Folders,
  identityOf: (stats: FileFacts) => string,
  found?: Map<string, KeptDiskEntry>,
): Base => ({
  look(path) {
    if (path === '.') return { kind: 'directory', mode: 0o755 };
    const at = lookUp(folders, path);
    if (found && !found.has(path)) found.set(path, toKept(at));
    if (at.kind === 'absent') return at;
    if (at.kind === 'other') return { kind: 'other' };
    if (at.kind === 'symlink') return { kind: 'symlink', target: at.target };
    const { stats } = at;
    const mode = modeOf(stats);
    if (at.kind === 'directory') return { kind: 'directory', mode };
    return { kind: 'file', mode, size: Number(stats.size), identity: identityOf(stats), mtime: mtimeOf(stats) };
  },
  read(path, known) {
    try {
      const { dir, name } = folders.placeOf(path);
      return readIn(dir, name, known);
    } catch (error) {
      if (!NO_FOLDER.includes(errorCodeOf(error) ?? '')) throw error;
      // The file was there a moment ago, or nobody would ask for its content.
      throw new ToolError(
        'STALE_FILE',
        `${path} was deleted or moved by someone else meanwhile. Nothing was changed.`,
        { details: { path, meanwhile: true }, cause: error },
      );
    }
  },
  async load(path) {
    return this.read(path);
  },
  names: path => tryOr(() => folders.at(path).allNames(), [], NO_FOLDER),
});

/** Lends the workspace on the disk as a base. */
export const withDisk = <T>(
  { root, identityOf }: Ground,
  work: (disk: Base, folders: Folders) => Promise<T>,
  { onlyLooks = false } = {},
): Promise<T> =>
  withFolders(root, { asOwner: true, onlyLooks }, folders => work(diskBase(folders, identityOf), folders));

/** A layer over another base; `undefined` in it means deleted, a `moved` node reads from the base below. */
export function layeredBase(layer: ReadonlyMap<string, StagedNode | undefined>, below: Base): Base {
  const nodes = LayerNodes.from(layer);
  return {
    look(path) {
      if (!nodes.has(path)) return isCut(path, nodes, below) ? { kind: 'absent' } : below.look(path);
      const node = nodes.get(path);
      if (!node) return { kind: 'absent' };
      if (node.kind === 'file') return { kind: 'file', mode: node.mode, size: node.bytes.length };
      if (node.kind === 'moved') return { kind: 'file', mode: node.mode, size: node.size };
      if (node.kind === 'kept') return { kind: 'file', mode: node.mode, size: node.size, sha: node.sha };
      return node;
    },
    read(path, known) {
      if (!nodes.has(path)) return below.read(path, known);
      const node = nodes.get(path);
      if (node?.kind === 'file') return known && Buffer.compare(node.bytes, known) === 0 ? known : node.bytes;
      if (node?.kind === 'moved') return below.read(node.from, known);
      throw new ToolError(node ? 'NOT_A_FILE' : 'FILE_NOT_FOUND', `${path} is not a file.`);
    },
    async load(path) {
      const node = nodes.get(path);
      if (!nodes.has(path)) return below.load(path);
      if (node?.kind === 'moved') return below.load(node.from);
      return node?.kind === 'kept' ? node.load(node.sha) : this.read(path);
    },
    names(path) {
      const prefix = path === '.' ? '' : `${path}/`;
      const names = new Set(lookOrAbsent(below, path).kind === 'directory' ? below.names(path) : []);
      for (const name of nodes.namesIn(path)) {
        if (nodes.get(`${prefix}${name}`)) names.add(name);
        else names.delete(name);
      }
      return [...names];
    },
  };
}

/** Whether a path lies below a name that the layer gives to something else, so that the path is not there. */
function isCut(path: string, nodes: LayerNodes, below: Base): boolean {
  for (let above = parentOf(path); above !== '.' && above.length >= nodes.shortest; above = parentOf(above)) {
    if (nodes.has(above))
      return nodes.get(above)?.kind !== 'directory' || lookOrAbsent(below, above).kind !== 'directory';
  }
  return false;
}
