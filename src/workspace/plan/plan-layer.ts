import type { StagedNode } from '../change/staging.ts';

/**
 * The layer of planned sets over the disk, by workspace-relative path, as views of planned calls read it. `undefined`
 * as a value means deleted. A `moved` node stands for the content of that path on the disk.
 */
export interface PlanLayer {
  /** Brings in sets that were planned since, also by other processes. A view waits for this before each look. */
  refresh(): Promise<void>;
  readonly nodes: ReadonlyMap<string, StagedNode | undefined>;
}
