import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Random } from './random.ts';

/** A real file, as lines without their endings. */
export interface Source {
  readonly path: string;
  readonly lines: readonly string[];
}

/** A real file before and after a commit. */
export interface Commit {
  readonly path: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const KINDS =
  /\.(ts|tsx|js|mjs|cjs|py|h|c|cpp|go|rs|java|sh|pl|ya?ml|toml|json|md|css|html|mk|txt|rst|xml)$|(^|\/)(Makefile|Dockerfile)$/;
const MAX_BYTES = 40_000;

/** Text files below these folders, as many of each kind as `perKind` says. */
export function readSources(folders: readonly string[], perKind: number, random: Random): Source[] {
  const byKind = new Map<string, string[]>();
  for (const folder of folders) {
    for (const path of filesBelow(folder)) {
      const kind = extname(path) || path.slice(path.lastIndexOf('/') + 1);
      byKind.set(kind, [...(byKind.get(kind) ?? []), path]);
    }
  }
  const sources: Source[] = [];
  for (const [, paths] of [...byKind].sort(([a], [b]) => (a < b ? -1 : 1))) {
    paths.sort();
    for (let taken = 0, tried = 0; taken < perKind && tried < perKind * 4; tried += 1) {
      const source = readSource(random.pick(paths));
      if (!source) continue;
      sources.push(source);
      taken += 1;
    }
  }
  return sources;
}

function filesBelow(folder: string, depth = 0, found: string[] = []): string[] {
  let entries: import('node:fs').Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return found;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (found.length > 60_000) break;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < 12 && entry.name !== '.git') filesBelow(path, depth + 1, found);
    if (entry.isFile() && KINDS.test(entry.name)) found.push(path);
  }
  return found;
}

function readSource(path: string): Source | undefined {
  const size = statSync(path).size;
  if (size < 300 || size > MAX_BYTES) return undefined;
  const lines = linesOf(readFileSync(path));
  return lines && { path, lines };
}

function linesOf(bytes: Uint8Array): string[] | undefined {
  const text = Buffer.from(bytes).toString();
  if (text.includes('\uFFFD') || text.includes('\0') || text.includes('\r') || text.startsWith('\uFEFF'))
    return undefined;
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.length < 12 || lines.some(line => line.length > 300) ? undefined : lines;
}

/** Files that commits of a repository modified. */
export function readCommits(repository: string, count: number, random: Random): Commit[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: repository, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });
  const ids = git('log', '--format=%H', '--no-merges', '--min-parents=1').toString().trim().split('\n');
  const commits: Commit[] = [];
  for (let tried = 0; commits.length < count && tried < count * 6; tried += 1) {
    const id = random.pick(ids);
    const paths = git('diff', '--name-only', '--diff-filter=M', `${id}~1`, id).toString().trim().split('\n');
    const path = random.pick(paths);
    if (!KINDS.test(path)) continue;
    const before = git('show', `${id}~1:${path}`);
    const after = git('show', `${id}:${path}`);
    if (before.length > MAX_BYTES || after.length > MAX_BYTES) continue;
    const [was, is] = [linesOf(before), linesOf(after)];
    if (was && is) commits.push({ path, before: was, after: is });
  }
  return commits;
}
