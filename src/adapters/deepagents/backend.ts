import { posix } from 'node:path';
import type { BackendProtocolV2, FileInfo, FileOperationError, ReadResult, SandboxBackendProtocolV2 } from 'deepagents';
import type { ErrorCode, Toolgate } from '../../index.ts';
import { ToolError } from '../../index.ts';
import { checkSlotOptions, fromRootedPath, type GateCalls, gateCalls, type SlotOptions } from '../slots/gate-calls.ts';
import { type GateFiles, gateFiles, type SlotFile } from '../slots/gate-files.ts';
import { CANNOT_RUN, gateShell } from '../slots/gate-shell.ts';

/** The most files, matches and lines that are told of at once. */
const MOST_FOUND = 5_000;
const MOST_MATCHES = 2_000;
const MOST_LINES = 500;

/**
 * The files of a gate as a backend of Deep Agents: each method is a call of the gate's own tools, and `error` holds the
 * gate's refusal. Paths may begin at `/`, which is the workspace; the answers name real paths.
 */
export function toDeepAgentsBackend(gate: Toolgate, options: SlotOptions = {}): BackendProtocolV2 {
  checkSlotOptions('toDeepAgentsBackend', options);
  return backendOf(gateCalls(gate, options));
}

/** A backend with `execute`: a command is a call of `bash`, in the gate's sandbox, from the root of the workspace. */
export function toDeepAgentsSandbox(gate: Toolgate, options: SlotOptions = {}): SandboxBackendProtocolV2 {
  checkSlotOptions('toDeepAgentsSandbox', options);
  const calls = gateCalls(gate, options);
  const shell = gateShell(gate, calls);
  return {
    ...backendOf(calls),
    id: `toolgate-${calls.sessionID}`,
    async execute(command) {
      try {
        const { output, exitCode, isCut } = await shell.run({ command });
        return { output, exitCode, truncated: isCut };
      } catch (refused) {
        return { output: saidOf(refused), exitCode: CANNOT_RUN, truncated: false };
      }
    },
  };
}

function backendOf(calls: GateCalls): BackendProtocolV2 {
  const files = gateFiles(calls);
  const here = (path: string) => fromRootedPath(calls.root, path);
  const real = (path: string) => posix.join(calls.root, path);

  async function change(name: string, filePath: string, args: Readonly<Record<string, unknown>>) {
    const ended = await calls.outcome(name, { path: here(filePath), ...args });
    return ended.ok ? { path: filePath, filesUpdate: null, value: ended.value } : { error: ended.output };
  }

  return {
    ls: path =>
      orError(async () => {
        const folder = here(path);
        const entries = await files.list(folder);
        if (!entries) return { error: `FILE_NOT_FOUND: There is no folder at ${path}` };
        const base = posix.resolve(calls.root, folder);
        return { files: entries.map(({ name, ...facts }) => infoOf(posix.join(base, name), facts)) };
      }),
    read: (filePath, offset = 0, limit = MOST_LINES) =>
      orError(() => readPage({ calls, files }, here(filePath), { offset, limit })),
    readRaw: filePath =>
      orError(async () => {
        const path = here(filePath);
        const facts = await calls.value<SlotFile & { lines?: number }>('get_file_info', { path });
        const content = await (facts.lines === undefined ? files.readBytes(path) : files.readText(path));
        if (content === undefined) return { error: `FILE_NOT_FOUND: There is no file at ${filePath}` };
        const { mime: mimeType = 'application/octet-stream', created: created_at, modified: modified_at } = facts;
        return { data: { content, mimeType, created_at, modified_at } };
      }),
    grep: (pattern, path, glob, maxCount) =>
      orError(async () => {
        const limit = Math.min(maxCount ?? MOST_MATCHES, MOST_MATCHES);
        const args = { pattern, literal: true, path: here(path ?? '/'), ...(glob ? { glob } : {}), limit };
        const found = await calls.value<GrepValue>('grep', args);
        const matches = found.matches.map(match => ({ ...match, path: real(match.path) }));
        return { matches, ...(found.truncated ? { truncated: true } : {}) };
      }),
    glob: (pattern, path = '/') =>
      orError(async () => {
        const args = { pattern: pattern.replace(/^\/+/, ''), path: here(path), limit: MOST_FOUND };
        const { files: paths, total } = await calls.value<{ files: string[]; total: number }>('glob', args);
        const found = paths.map(file => ({ path: real(file), is_dir: false }));
        return { files: found, ...(total > paths.length ? { truncated: true } : {}) };
      }),
    async write(filePath, content) {
      const { value: _, ...written } = await change('write_file', filePath, { content, createDirs: true });
      return written;
    },
    async edit(filePath, old_text, new_text, replace_all = false) {
      const { value, ...edited } = await change('edit_file', filePath, { old_text, new_text, replace_all });
      const { replacements } = (value ?? {}) as { readonly replacements?: number };
      return { ...edited, ...(replacements === undefined ? {} : { occurrences: replacements }) };
    },
    async delete(filePath) {
      const { value: _, ...deleted } = await change('delete_file', filePath, { recursive: true });
      return deleted;
    },
    uploadFiles: given =>
      Promise.all(
        given.map(async ([path, content]) => {
          return { path, error: await files.write(here(path), content).then(() => null, codeOf) };
        }),
      ),
    downloadFiles: paths =>
      Promise.all(
        paths.map(async path => {
          try {
            const content = await files.readBytes(here(path));
            return content ? { path, content, error: null } : { path, content: null, error: 'file_not_found' as const };
          } catch (refused) {
            return { path, content: null, error: codeOf(refused) };
          }
        }),
      ),
  };
}

type GrepValue = { matches: readonly { path: string; line: number; text: string }[]; truncated: boolean };

/** Lines of a text, or all bytes of a file that is none. */
async function readPage(
  { calls, files }: { readonly calls: GateCalls; readonly files: GateFiles },
  path: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ReadResult> {
  const ended = await calls.outcome('read_file', { path, offset: offset + 1, limit });
  if (!ended.ok && ended.error.code !== 'BINARY_FILE') return { error: ended.output };
  const page = (ended.value ?? {}) as { content?: string; lines?: number; next_offset?: number };
  if (page.lines === undefined) {
    const [content, facts] = await Promise.all([files.readBytes(path), files.stat(path)]);
    return content ? { content, mimeType: facts?.mime ?? 'application/octet-stream' } : { error: ended.output };
  }
  const { content = '', lines, next_offset } = page;
  if (offset > 0 && offset >= lines) return { error: ended.output };
  return {
    content,
    mimeType: 'text/plain',
    totalLines: lines,
    ...(lines === 0 ? {} : { startLine: offset + 1, endLine: next_offset === undefined ? lines : next_offset - 1 }),
    ...(next_offset === undefined ? {} : { nextOffset: next_offset - 1 }),
  };
}

const infoOf = (path: string, { type, size, modified }: { type: string; size: number; modified: string }): FileInfo => {
  const is_dir = type === 'directory';
  return { path: is_dir ? `${path}/` : path, is_dir, size, modified_at: modified };
};

/** The work's result, or a refusal with all its words for the model: the framework shows it only here. */
async function orError<Result>(work: () => Promise<Result>): Promise<Result | { error: string }> {
  try {
    return await work();
  } catch (refused) {
    return { error: saidOf(refused) };
  }
}

const saidOf = (refused: unknown): string => (refused instanceof Error ? refused.message : String(refused));

const CODES: Partial<Record<ErrorCode, FileOperationError>> = {
  FILE_NOT_FOUND: 'file_not_found',
  NOT_A_FILE: 'is_directory',
  INVALID_PATH: 'invalid_path',
};

const codeOf = (refused: unknown): FileOperationError =>
  (refused instanceof ToolError && CODES[refused.code]) || 'permission_denied';
