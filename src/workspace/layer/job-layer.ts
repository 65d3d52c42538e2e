import { closeSync, fstatSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StagedNode } from '../staging.ts';

/** The folder of one job, in toolgate's own state: what it writes instead of the workspace lands below it. */
export interface JobLayer {
  readonly folder: string;
  readonly upper: string;
  /** The time by the clock of the file system, just before the job. */
  readonly begun: bigint;
}

/** Made with a name that cannot be guessed; the process that made it is in the name. */
export function openJobLayer(jobs: string, random: string): JobLayer {
  const folder = join(jobs, `${process.pid}-${random}`);
  const upper = join(folder, 'upper');
  mkdirSync(upper, { recursive: true, mode: 0o700 });
  const fd = openSync(join(folder, 'begun'), 'wx', 0o600);
  try {
    return { folder, upper, begun: fstatSync(fd, { bigint: true }).ctimeNs };
  } finally {
    closeSync(fd);
  }
}

/** Puts what a session has planned into a folder of the layer; gives the paths that the plan has deleted. */
export function layPlan(
  folder: string,
  nodes: ReadonlyMap<string, StagedNode | undefined>,
  read: (path: string) => Uint8Array,
): readonly string[] {
  const deleted: string[] = [];
  const place = join(folder, 'plan');
  mkdirSync(place, { mode: 0o755 });
  for (const [path, node] of [...nodes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!node) deleted.push(path);
    else layNode(join(place, path), node, () => read(path));
  }
  return deleted;
}

function layNode(at: string, node: StagedNode, read: () => Uint8Array): void {
  mkdirSync(dirname(at), { recursive: true });
  if (node.kind === 'directory') mkdirSync(at, { recursive: true, mode: node.mode });
  else if (node.kind === 'symlink') symlinkSync(node.target, at);
  else writeFileSync(at, read(), { mode: node.mode, flag: 'wx' });
}
