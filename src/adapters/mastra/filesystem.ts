import { posix } from 'node:path';
import type { FileContent, FileEntry, WorkspaceFilesystem } from '@mastra/core/workspace';
import { ToolError, type Toolgate } from '../../index.ts';
import { checkSlotOptions, fromRootedPath, type GateCalls, gateCalls, type SlotOptions } from '../slots/gate-calls.ts';
import { type GateFiles, gateFiles, type SlotEntry, type SlotFile } from '../slots/gate-files.ts';
import { type GateShell, gateShell, shellWord } from '../slots/gate-shell.ts';
import { loadMastraWorkspace, type MastraWorkspace } from './load.ts';

/**
 * The files of a gate as the filesystem of a workspace of Mastra: each method is a call of the gate's own tools. `/` is
 * the gate's workspace. Mastra's own errors tell of missing files and files in the way, a refusal has the gate's words.
 */
export async function toMastraFilesystem(gate: Toolgate, options: SlotOptions = {}): Promise<WorkspaceFilesystem> {
  checkSlotOptions('toMastraFilesystem', options);
  const errors = await loadMastraWorkspace();
  const calls = gateCalls(gate, options);
  const parts = { calls, errors, files: withRootedPaths(calls), shell: gateShell(gate, calls) };
  const id = `toolgate-${calls.sessionID}`;
  return {
    id,
    name: 'Toolgate',
    provider: 'toolgate',
    status: 'ready',
    getInstructions: () =>
      `Files of the workspace ${calls.root}; a path that begins with / begins there. A gate judges each read and write.`,
    getInfo: () => ({ id, name: 'Toolgate', provider: 'toolgate', status: 'ready' }),
    ...reading(parts),
    ...changing(parts),
    ...arranging(parts),
  };
}

type FilesystemParts = { calls: GateCalls; files: GateFiles; shell: GateShell; errors: MastraWorkspace };

async function found({ files, errors }: FilesystemParts, path: string): Promise<SlotFile> {
  const facts = await files.stat(path);
  if (!facts) throw new errors.FileNotFoundError(path);
  return facts;
}

/** Throws for an entry in the way of a file that is written. */
async function makeRoom({ files, errors }: FilesystemParts, path: string, overwrite = true): Promise<void> {
  const there = await files.stat(path);
  if (there?.kind === 'directory') throw new errors.IsDirectoryError(path);
  if (there && !overwrite) throw new errors.FileExistsError(path);
}

async function readBytes(parts: FilesystemParts, path: string): Promise<Buffer> {
  const { files, errors } = parts;
  if ((await found(parts, path)).kind === 'directory') throw new errors.IsDirectoryError(path);
  const bytes = await files.readBytes(path);
  if (!bytes) throw new errors.FileNotFoundError(path);
  return bytes;
}

function reading(parts: FilesystemParts): Pick<WorkspaceFilesystem, 'readFile' | 'readdir' | 'exists' | 'stat'> {
  const { files, errors } = parts;
  return {
    async readFile(path, { encoding } = {}) {
      if (encoding !== 'utf8' && encoding !== 'utf-8') {
        const bytes = await readBytes(parts, path);
        return encoding === undefined ? bytes : bytes.toString(encoding);
      }
      if ((await found(parts, path)).kind === 'directory') throw new errors.IsDirectoryError(path);
      const text = await files.readText(path);
      if (text === undefined) throw new errors.FileNotFoundError(path);
      return text;
    },
    async readdir(path, { recursive = false, extension, maxDepth = Number.POSITIVE_INFINITY } = {}) {
      const facts = await files.stat(path);
      if (!facts) throw new errors.DirectoryNotFoundError(path);
      if (facts.kind !== 'directory') throw new errors.NotDirectoryError(path);
      const all = await listBelow(files, path, recursive ? maxDepth : 1);
      const wanted = extension === undefined ? undefined : [extension].flat();
      return all.filter(({ name, type }) => type === 'directory' || !wanted || wanted.some(end => name.endsWith(end)));
    },
    exists: async path => (await files.stat(path)) !== undefined,
    async stat(path) {
      const { path: relative, kind, size, created, modified, mime: mimeType } = await found(parts, path);
      const [createdAt, modifiedAt] = [new Date(created), new Date(modified)];
      const place = { name: posix.basename(relative), path: posix.resolve('/', relative) };
      const own = kind === 'directory' ? ({ type: kind, size: 0 } as const) : ({ type: 'file', size } as const);
      return { ...place, ...own, createdAt, modifiedAt, ...(mimeType === undefined ? {} : { mimeType }) };
    },
  };
}

function changing(parts: FilesystemParts): Pick<WorkspaceFilesystem, 'writeFile' | 'appendFile' | 'deleteFile'> {
  const { files, errors } = parts;
  return {
    async writeFile(path, content, { overwrite, recursive = true, expectedMtime } = {}) {
      await makeRoom(parts, path, overwrite);
      const folder = posix.dirname(path);
      if (!recursive && (await files.stat(folder))?.kind !== 'directory')
        throw new errors.DirectoryNotFoundError(folder);
      const actual = expectedMtime && (await files.stat(path))?.modified;
      if (actual && new Date(actual).getTime() !== expectedMtime.getTime())
        throw new errors.StaleFileError(path, expectedMtime, new Date(actual));
      await files.write(path, content);
    },
    async appendFile(path, content) {
      await makeRoom(parts, path);
      await files.write(path, joined(await files.readBytes(path), content));
    },
    async deleteFile(path, { force = false, recursive = false } = {}) {
      const folder = (await files.stat(path))?.kind === 'directory';
      if (folder && !recursive) throw new errors.IsDirectoryError(path);
      if (!(await files.remove(path, { folder, recursive })) && !force) throw new errors.FileNotFoundError(path);
    },
  };
}

function arranging(parts: FilesystemParts): Pick<WorkspaceFilesystem, 'copyFile' | 'moveFile' | 'mkdir' | 'rmdir'> {
  const { calls, files, shell, errors } = parts;
  return {
    async copyFile(from, to, { overwrite, recursive = false } = {}) {
      if ((await found(parts, from)).kind !== 'directory') {
        await makeRoom(parts, to, overwrite);
        return files.write(to, await readBytes(parts, from));
      }
      if (!recursive) throw new errors.IsDirectoryError(from);
      if (overwrite === false && (await files.stat(to))) throw new errors.FileExistsError(to);
      const [source, target] = [wordOf(calls, from), wordOf(calls, to)];
      await runWell(shell, `mkdir -p -- ${target} && cp -R -- ${source}/. ${target}`);
    },
    async moveFile(from, to, { overwrite = true } = {}) {
      await found(parts, from);
      if (!overwrite && (await files.stat(to))) throw new errors.FileExistsError(to);
      const args = { from: fromRootedPath(calls.root, from), to: fromRootedPath(calls.root, to) };
      await calls.value('move_file', { ...args, overwrite, createDirs: true });
    },
    async mkdir(path, { recursive = true } = {}) {
      const there = await files.stat(path);
      if (there && there.kind !== 'directory') throw new errors.FileExistsError(path);
      if (!there) await runWell(shell, `mkdir ${recursive ? '-p ' : ''}-- ${wordOf(calls, path)}`);
    },
    async rmdir(path, { recursive = false, force = false } = {}) {
      const there = await files.stat(path);
      if (there && there.kind !== 'directory') throw new errors.NotDirectoryError(path);
      if (!there && force) return;
      if (!there) throw new errors.DirectoryNotFoundError(path);
      const inside = await files.list(path);
      if (!recursive && inside && inside.length > 0) throw new errors.DirectoryNotEmptyError(path);
      await files.remove(path, { folder: true, recursive });
    },
  };
}

/** Files of the gate by paths in which `/` is the workspace. */
function withRootedPaths(calls: GateCalls): GateFiles {
  const files = gateFiles(calls);
  const here = (path: string) => fromRootedPath(calls.root, path);
  return {
    readBytes: (path, own) => files.readBytes(here(path), own),
    readText: (path, own) => files.readText(here(path), own),
    write: (path, content, own) => files.write(here(path), content, own),
    stat: (path, own) => files.stat(here(path), own),
    list: (path, own) => files.list(here(path), own),
    remove: (path, options, own) => files.remove(here(path), options, own),
  };
}

const wordOf = ({ root }: GateCalls, path: string): string => shellWord(fromRootedPath(root, path));

async function runWell(shell: GateShell, command: string): Promise<void> {
  const { exitCode, output } = await shell.run({ command });
  if (exitCode !== 0) throw new ToolError('EXECUTION_ERROR', output.trim(), { suggestion: `This was run: ${command}` });
}

const joined = (before: Buffer | undefined, content: FileContent): FileContent =>
  before ? Buffer.concat([before, Buffer.from(content as Uint8Array)]) : content;

/** All entries to a depth, named from the folder that was asked for. */
async function listBelow(files: GateFiles, path: string, depth: number): Promise<FileEntry[]> {
  const entries = (await files.list(path)) ?? [];
  const listed = entries.map(toEntry);
  if (depth <= 1) return listed;
  for (const { name, type } of entries) {
    if (type !== 'directory') continue;
    const below = await listBelow(files, posix.join(path, name), depth - 1);
    for (const entry of below) listed.push({ ...entry, name: posix.join(name, entry.name) });
  }
  return listed;
}

const toEntry = ({ name, type, size, target }: SlotEntry): FileEntry => ({
  name,
  ...(type === 'directory' ? { type } : { type: 'file', size }),
  ...(type === 'symlink' ? { isSymlink: true } : {}),
  ...(target === undefined ? {} : { symlinkTarget: target }),
});
