import { createHash } from 'node:crypto';
import fs, { type BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import { staleFile } from '../change/compare-seen.ts';
import type { SeenState, StagedNode } from '../change/staging.ts';
import { closeQuietly } from '../disk/close-quietly.ts';
import { modeOf } from '../disk/disk.ts';
import { identityOf, isTrustedIdentity } from '../disk/identity.ts';
import { kindOf, notAFile } from '../paths/file-problems.ts';
import { sha256, shaText } from './late-hash.ts';
import { layerBytes, type Sight } from './look.ts';
import { openRegular } from './read-file.ts';

const readAsync = promisify(fs.read);
const CHUNK = 1024 * 1024;

/** The finding of a look at a workspace-relative real path: on the disk, or in a layer. */
interface Spot {
  readonly path: string;
  readonly stats?: BigIntStats;
  readonly node?: StagedNode;
  /** The target of a link on the disk. */
  readonly target?: string;
}

interface SeeOptions {
  /** Whether to refuse a file that the session knows and someone else has changed since. */
  readonly stale?: boolean;
  /** Whether to keep the content's hash even where the metadata alone can tell a change. */
  readonly sha?: boolean;
  /** Gives the hash; else the file is opened as a tool would open it. */
  readonly hash?: () => { readonly sha: string; readonly stats: BigIntStats };
}

/** The state of a path before a call changes it. `STALE_FILE` when the session knows other content. */
export async function lookSeen(sight: Sight, at: Spot, options: SeeOptions = {}): Promise<SeenState> {
  if (at.node) return seenNode(sight, at.node, at.path);
  if (!at.stats) return { kind: 'absent' };
  const kind = kindOf(at.stats);
  if (kind === 'directory') return { kind, mode: modeOf(at.stats) };
  if (kind === 'symlink') return { kind, target: at.target ?? '' };
  if (kind !== 'file') throw notAFile(at.path, kind);
  return seenFile(sight, at, options);
}

async function seenFile(sight: Sight, { path, stats }: Spot, options: SeeOptions): Promise<SeenState> {
  const known = sight.known?.get(path);
  const first = stats as BigIntStats;
  const identity = identityOf(first);
  const suspect = options.stale === true && known !== undefined && known.identity !== identity;
  if (!suspect && options.sha !== true && isTrustedIdentity(identity)) {
    const sha = known?.identity === identity ? shaText(known.sha) : undefined;
    return { kind: 'file', identity, sha, mode: modeOf(first), size: Number(first.size) };
  }
  const hashed =
    known?.identity === identity
      ? { sha: shaText(known.sha), stats: first }
      : (options.hash?.() ?? (await hashFile(sight, path)));
  if (suspect && hashed.sha !== shaText(known.sha))
    throw staleFile(path, 'was changed by someone else since it was read');
  const { sha, stats: now } = hashed;
  return { kind: 'file', identity: identityOf(now), sha, mode: modeOf(now), size: Number(now.size) };
}

/** The state of a path in a plan: no metadata can speak for it, so its hash does. */
async function seenNode(sight: Sight, node: StagedNode, path: string): Promise<SeenState> {
  if (node.kind === 'directory') return { kind: 'directory', mode: node.mode };
  if (node.kind === 'symlink') return { kind: 'symlink', target: node.target };
  const bytes = await layerBytes(sight, path);
  const sha = sha256(bytes);
  return { kind: 'file', identity: `planned:${sha}`, sha, mode: node.mode, size: bytes.length };
}

async function hashFile({ root }: Sight, path: string): Promise<{ sha: string; stats: BigIntStats }> {
  const opened = openRegular(root, path, {
    near: () => [],
    approve: ({ relative }) => {
      if (relative !== path) throw staleFile(path, 'lies behind a link now');
    },
  });
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK, Number(opened.stats.size) + 1));
    for (let at = 0; ; ) {
      const count =
        opened.stats.size < CHUNK
          ? fs.readSync(opened.fd, buffer, 0, buffer.length, at)
          : (await readAsync(opened.fd, buffer, 0, buffer.length, at)).bytesRead;
      if (count === 0) break;
      hash.update(buffer.subarray(0, count));
      at += count;
    }
    return { sha: hash.digest('hex'), stats: fs.fstatSync(opened.fd, { bigint: true }) };
  } finally {
    closeQuietly(opened.fd);
  }
}
