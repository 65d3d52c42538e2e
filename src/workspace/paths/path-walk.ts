import type fs from 'node:fs';
import type { ResolvedPath } from '../../tool/files.ts';
import type { StagedNode } from '../change/staging.ts';
import type { DirHandle } from '../disk/dir-handle.ts';

export interface PathWalkOptions {
  /** A layer's word on a workspace-relative path: a node, null when deleted there, undefined when nothing. */
  readonly overlay?: (relative: string) => StagedNode | null | undefined;
  /** Whether to stop at a link in the last component instead of following it: to delete or move the link itself. */
  readonly keepLast?: boolean;
}

/** The end of a path's way. `dir` is open: `close` it. */
export interface Walk {
  readonly resolved: ResolvedPath;
  /** The deepest folder on the way that exists on the disk; undefined where that folder is only in a layer. */
  readonly dir: DirHandle | undefined;
  /** The entry of `dir`; empty for the root itself. */
  readonly name: string;
  /** The entry on the disk, unless a layer says otherwise. */
  readonly stats: fs.BigIntStats | undefined;
  /** The entry that a layer puts there. */
  readonly node: StagedNode | undefined;
  /** Components below `name`, none of which exists. */
  readonly missing: readonly string[];
  /** Whether `name` exists and is no folder, though there are components below it. */
  readonly blocked: boolean;
  /** Whether the path ends with a slash or a dot: only a folder will do. */
  readonly wantsFolder: boolean;
  close(): void;
}
