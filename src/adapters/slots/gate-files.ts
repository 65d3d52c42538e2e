import { posix } from 'node:path';
import { ToolError } from '../../index.ts';
import { type GateCalls, type OwnCall, toRefusal } from './gate-calls.ts';

type EntryKind = 'file' | 'directory' | 'symlink' | 'fifo' | 'socket' | 'device';

export interface SlotFile {
  /** Workspace-relative. */
  readonly path: string;
  readonly kind: EntryKind;
  readonly size: number;
  /** The time in ISO 8601. */
  readonly modified: string;
  readonly created: string;
  readonly mime?: string;
  /** Symbolic links on the way, as absolute paths. */
  readonly via?: readonly string[];
}

export interface SlotEntry {
  readonly name: string;
  readonly type: EntryKind;
  readonly size: number;
  readonly modified: string;
  readonly target?: string;
}

/** The files of a gate, each method a call. A missing file is undefined; every other failure throws. */
export interface GateFiles {
  readBytes(path: string, own?: OwnCall): Promise<Buffer | undefined>;
  /** The text as the gate decodes it; bytes that are no text count as UTF-8. */
  readText(path: string, own?: OwnCall): Promise<string | undefined>;
  /** Writes a text, so that people and rules can read it, or bytes as they are; with missing folders. */
  write(path: string, content: string | Uint8Array, own?: OwnCall): Promise<void>;
  stat(path: string, own?: OwnCall): Promise<SlotFile | undefined>;
  /** All entries of a folder; throws where the path is no folder. */
  list(path: string, own?: OwnCall): Promise<readonly SlotEntry[] | undefined>;
  /** Deletes one entry, a link itself; false where there is none. A folder is deleted only where the options say so. */
  remove(path: string, options?: { folder?: boolean; recursive?: boolean }, own?: OwnCall): Promise<boolean>;
}

/** The most entries of a folder that a slot asks for: the gate lists as many at once. */
const MOST_ENTRIES = 5_000;

export function gateFiles(calls: GateCalls): GateFiles {
  async function found<Value>(name: string, args: Readonly<Record<string, unknown>>, own?: OwnCall) {
    const ended = await calls.outcome(name, args, own);
    if (ended.ok) return ended.value as Value;
    if (ended.error.code === 'FILE_NOT_FOUND') return undefined;
    throw toRefusal(ended, own?.abort);
  }

  async function readBytes(path: string, own?: OwnCall): Promise<Buffer | undefined> {
    const read = await found<{ content: string }>('read_file', { path, encoding: 'base64' }, own);
    return read && Buffer.from(read.content, 'base64');
  }

  const stat: GateFiles['stat'] = (path, own) => found<SlotFile>('get_file_info', { path }, own);

  return {
    readBytes,
    stat,
    async readText(path, own) {
      const ended = await calls.outcome('read_file', { path, limit: 0 }, own);
      if (!ended.ok && ended.error.code === 'FILE_NOT_FOUND') return undefined;
      if (!ended.ok && ended.error.code !== 'BINARY_FILE') throw toRefusal(ended, own?.abort);
      const { content, lines } = (ended.value ?? {}) as { content?: string; lines?: number };
      if (content !== undefined && lines !== undefined) return content;
      return (await readBytes(path, own))?.toString('utf8');
    },
    async write(path, content, own) {
      const isText = typeof content === 'string';
      const said = isText ? { content } : { content: Buffer.from(content).toString('base64'), encoding: 'base64' };
      await calls.value('write_file', { path, ...said, createDirs: true }, own);
    },
    async list(path, own) {
      const args = { path, includeHidden: true, limit: MOST_ENTRIES };
      const facts = await stat(path, own);
      if (facts && facts.kind !== 'directory') throw notFolder(path);
      const listed =
        facts && (await found<{ entries: readonly SlotEntry[]; total: number }>('list_directory', args, own));
      if (listed && listed.total > listed.entries.length) throw tooMany(path, listed.total);
      return listed?.entries;
    },
    async remove(path, { folder = false, recursive = false } = {}, own) {
      const facts = await stat(path, own);
      const isFolder = facts?.kind === 'directory' && !facts.via?.includes(posix.resolve(calls.root, path));
      if (isFolder && !folder) throw isDirectory(path);
      if (facts && !isFolder && folder) throw notFolder(path);
      return (await found('delete_file', { path, recursive: isFolder && recursive }, own)) !== undefined;
    },
  };
}

const notFolder = (path: string): ToolError =>
  new ToolError('NOT_A_FILE', `${path} is no folder`, { suggestion: 'Give the path of a folder.' });

const isDirectory = (path: string): ToolError =>
  new ToolError('NOT_A_FILE', `${path} is a folder, not a file`, { suggestion: 'Give the path of a file.' });

function tooMany(path: string, total: number): ToolError {
  const suggestion = 'Look for what you need by a pattern, or with a command.';
  return new ToolError('TOO_LARGE', `${path} has ${total} entries, and ${MOST_ENTRIES} are listed at most`, {
    suggestion,
  });
}
