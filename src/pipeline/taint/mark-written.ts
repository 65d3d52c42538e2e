import { posix } from 'node:path';
import type { CallFiles, StagedFile } from '../../workspace/port.ts';
import type { Judged } from '../call-states.ts';
import { isSandboxed } from '../effects/repeatable.ts';
import { openSurvey } from '../run/survey.ts';
import { createPrivateContent, type PrivateContent } from './private-content.ts';
import { foldersNamed, holdsPrivate, isOfGit, namesPrivate, secretTo } from './taint.ts';

/** The most private files whose content is compared with written files, and the most bytes of each. */
const MOST_COMPARED = 64;
const MOST_BYTES = 1024 * 1024;

/**
 * Marks as private what a call is about to write from private data: all that it writes where it names a private file or
 * takes one away, what it declares to write where it reads a folder with one, and files that hold the same content.
 * Gives a function that takes the marks back, for a commit that fails.
 */
export async function markWritten(call: Judged, files: CallFiles): Promise<() => Promise<void>> {
  const { privateFiles, workspace } = call.runtime;
  const staged = files.staged().map(file => ({ ...file, path: posix.join(workspace.root, file.path) }));
  const came = new Set(await fromPrivate(call, staged));
  const fresh = [...came].filter(path => !privateFiles.holds(path));
  await privateFiles.add(fresh);
  if (!files.takesBack) await privateFiles.drop(await ofOtherOrigin(call, files, { staged, came }));
  return () => privateFiles.drop(fresh);
}

async function fromPrivate(call: Judged, staged: readonly StagedFile[]): Promise<readonly string[]> {
  const { session } = call.scope;
  const secret = secretTo(call.runtime);
  const written = staged.filter(({ gone }) => !gone);
  const gone = staged.filter(file => file.gone && secret(file.path)).map(({ path }) => path);
  const moves = gone.length > 0 && written.length > 0 && !call.opaque;
  if (namesPrivate(call) || moves) {
    session.privateRead = true;
    return [...written.map(({ path }) => path), ...(await declared(call, staged))];
  }
  const outputs = isSandboxed(call) ? (await declared(call, staged)).filter(path => !isOfGit(path)) : [];
  if (outputs.length > 0) {
    for (const folder of foldersNamed(call)) if (await holdsPrivate(call, folder)) return outputs;
  }
  const suspicious = session.privateRead || session.suspects.size > 0 || (isSandboxed(call) && call.opaque);
  if (!suspicious || written.length === 0) return [];
  const known = await contentOf(call, gone);
  const same: string[] = [];
  for (const { path, load } of known ? written : []) {
    const bytes = await load?.();
    if (bytes && known?.isIn(path, bytes)) same.push(path);
  }
  if (same.length > 0) session.privateRead = true;
  return same;
}

/** Paths that a call says it writes, also into folders taken over as a whole; no folder that was there before. */
async function declared(call: Judged, staged: readonly StagedFile[]): Promise<readonly string[]> {
  const { effects, runtime } = call;
  if (effects === 'everything') return [];
  const { root } = runtime.workspace;
  const made = new Set(staged.filter(({ created }) => created).map(({ path }) => path));
  const { files, discard } = openSurvey(runtime, call);
  try {
    const writes = effects.filter(({ kind, resource }) => kind === 'write' && resource.startsWith(`${root}/`));
    const own = writes.map(async ({ resource }) => {
      const was = made.has(resource) ? undefined : await files.stat(resource).catch(() => undefined);
      return was?.kind === 'directory' ? [] : [resource];
    });
    return (await Promise.all(own)).flat();
  } finally {
    discard();
  }
}

/** The content of private files at hand: those that go, where the session works, and those that came from others. */
async function contentOf(call: Judged, gone: readonly string[]): Promise<PrivateContent | undefined> {
  const { runtime, scope } = call;
  const { root } = runtime.workspace;
  const secret = secretTo(runtime);
  const { files, discard } = openSurvey(runtime, call);
  const contents: Uint8Array[] = [];
  try {
    const paths = new Set([...gone, ...runtime.privateFiles.below(root)].map(path => posix.relative(root, path)));
    for (const folder of new Set(['.', scope.session.cwd])) {
      for (const { name, kind } of await files.list(folder).catch(() => [])) {
        const path = posix.join(folder, name);
        if (kind === 'file' && secret(posix.join(root, path))) paths.add(path);
      }
    }
    for (const path of [...paths].slice(0, MOST_COMPARED)) {
      const found = await files.stat(path).catch(() => undefined);
      if (found?.kind !== 'file' || found.size > MOST_BYTES) continue;
      const read = files.read(path).then(({ bytes }) => bytes);
      contents.push(await read.catch(() => new Uint8Array()));
    }
  } finally {
    discard();
  }
  return contents.length === 0 ? undefined : createPrivateContent(contents);
}

/** Marked files that are made anew, or have no line in common with their earlier content. */
async function ofOtherOrigin({ runtime }: Judged, files: CallFiles, from: MarkedFiles): Promise<readonly string[]> {
  const { staged, came } = from;
  const marked = staged.filter(({ path, gone }) => !gone && !came.has(path) && runtime.privateFiles.names(path));
  if (marked.length === 0) return [];
  const changed = new Map((await files.changed()).map(file => [posix.join(runtime.workspace.root, file.path), file]));
  const isOther = ({ path, created }: StagedFile): boolean => {
    const file = changed.get(path);
    return created || (file?.before !== undefined && !sharesLine(file.before, file.after));
  };
  return marked.filter(isOther).map(({ path }) => path);
}

type MarkedFiles = { readonly staged: readonly StagedFile[]; readonly came: ReadonlySet<string> };

function sharesLine(before: Uint8Array, after: Uint8Array): boolean {
  const lines = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString('latin1')
      .split('\n')
      .map(line => line.trim());
  const old = new Set(lines(before));
  return lines(after).some(line => line !== '' && old.has(line));
}
