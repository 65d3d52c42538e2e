import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessAlive, markOf } from './process-identity.ts';
import { removeTree } from './remove-tree.ts';
import { tryOr } from './try-or.ts';

let own: string | undefined;

/** The start of the names of what this process leaves when killed: its pid, and a mark, for pids are used again. */
export function ownPrefix(): string {
  own ??= markOf(process.pid) ?? '';
  return `${process.pid}-${own && `${own}.`}`;
}

/** Whether the process of a name is proved dead: its pid is free, or now another's, perhaps since a boot. */
export function isLeft(name: string): boolean {
  const [, pid, mark] = /^(\d+)-(?:([0-9a-f]{8})\.)?[\w-]+$/.exec(name) ?? [];
  if (pid === undefined) return false;
  if (!isProcessAlive(Number(pid))) return true;
  const now = mark === undefined ? undefined : markOf(Number(pid));
  return now !== undefined && now !== mark;
}

/** Removes files that dead processes left behind. Names are `prefix`, the name of the process and random letters. */
export function removeLeftovers(parent: string, prefix = ''): void {
  const names = tryOr(() => readdirSync(parent), []);
  const left = names.filter(name => name.startsWith(prefix) && isLeft(name.slice(prefix.length)));
  // A folder of somebody else is not ours to remove.
  for (const name of left) tryOr(() => removeTree(join(parent, name)), undefined);
}
