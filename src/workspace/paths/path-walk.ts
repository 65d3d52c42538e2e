import type fs from 'node:fs';
import type { ResolvedPath } from '../../tool/files.ts';
import type { StagedNode } from '../change/staging.ts';
import type { DirHandle } from '../disk/dir-handle.ts';

export interface PathWalkOptions {
  /** What a layer says of a workspace-relative path: a node, null when deleted there, undefined when nothing. */
  readonly overlay?: (relative: string) => StagedNode | null | undefined;
  /** Stop at a link in the last component instead of following it: to delete or move the link itself. */
  readonly keepLast?: boolean;
}

/** Where a path leads. `dir` is open: `close` it. */
export interface Walk {
  readonly resolved: ResolvedPath;
  /** The deepest folder on the way that exists on the disk; undefined where it is only in a layer. */
  readonly dir: DirHandle | undefined;
  /** The entry of `dir`; empty for the root itself. */
  readonly name: string;
  /** What is there on the disk, unless a layer says otherwise. */
  readonly stats: fs.BigIntStats | undefined;
  /** What a layer says is there. */
  readonly node: StagedNode | undefined;
  /** Components below `name`, none of which exists. */
  readonly missing: readonly string[];
  /** `name` exists and is no folder, though there are components below it. */
  readonly blocked: boolean;
  /** The path ends with a slash or a dot: only a folder will do. */
  readonly wantsFolder: boolean;
  close(): void;
}
