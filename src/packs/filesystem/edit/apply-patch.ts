import { z } from 'zod';
import { countLines } from '../../../text/lines.ts';
import { otherNames } from '../../../text/other-names.ts';
import { previewHead } from '../../../text/previews.ts';
import { sayCount, sayList, withNotes } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { define, type Info } from '../../../tool/define.ts';
import { type Effect, reads, writes } from '../../../tool/effect.ts';
import { ToolError } from '../../../tool/error.ts';
import { addAll } from '../../../tool/lists/long-lists.ts';
import { parsePatch } from '../patch/parse-patch.ts';
import type { PatchFile } from '../patch/patch-file.ts';
import { applyHunks } from '../place-text/apply-hunks.ts';
import { splitText } from '../place-text/lines.ts';
import { notPlainFile } from '../read/source.ts';
import { textOf } from '../read/text-of.ts';
import { deletesEntry, entryPath, lookBelow, sayWhatIsAt, writesWithFolders } from '../write/below.ts';
import { lookAt } from '../write/existing.ts';

const FORMS =
  '"*** Begin Patch\\n*** Update File: a.ts\\n@@ function f() {\\n-old\\n+new\\n*** End Patch", or a unified diff';

const parameters = z.object({ patch: z.string().min(1).describe(FORMS) });

const patchedFile = z.object({
  path: z.string(),
  operation: z.enum(['add', 'update', 'move', 'delete']),
  movedTo: z.string().optional(),
  added: z.number(),
  removed: z.number(),
});
const returns = z.object({ files: z.array(patchedFile) });

type PatchedFile = z.output<typeof patchedFile>;

/** The most lines of excerpts in all, so that a patch of many files does not flood the answer. */
const EXCERPT_LINES = 20;

export const applyPatch = define('apply_patch', {
  description: 'Change several files at once by a patch: "*** Begin Patch" envelope or unified diff; all or nothing.',
  parameters,
  returns,
  permissions: { required: ['read', 'write'] },
  effects: async ({ patch }, ctx) => {
    const effects: Effect[] = [];
    for (const file of parsePatch(patch)) addAll(effects, await effectsOf(file, ctx));
    return effects;
  },
  danger: 'moderate',
  approval: async ({ patch }, ctx) => {
    const deleted = parsePatch(patch).filter(file => file.kind === 'delete');
    if (deleted.length === 0) return false;
    if (deleted.length === 1) return `deletes ${await sayWhatIsAt(deleted[0]!.path, ctx)}`;
    return `deletes ${deleted.length} files: ${sayList(deleted.map(file => file.path))}`;
  },
  idempotent: false,
  staged: true,
  parameterNames: otherNames({ patch: ['input', 'diff', 'patch_text', 'patch_content', 'content', 'text'] }),
  preview: previewHead,
  execute: async ({ patch }, ctx) => {
    const files = parsePatch(patch);
    const updates = files.filter(file => file.kind === 'update' && file.hunks.length > 0).length;
    const excerptLines = Math.floor(EXCERPT_LINES / Math.max(1, updates));
    const run: Run = { ctx, excerptLines, modes: new Map() };
    const reports: ChangeReport[] = [];
    for (const file of files) {
      ctx.abort.throwIfAborted();
      reports.push(await change(file, run));
    }
    const said = reports.map(each => each.said);
    const count = files.length;
    return {
      title: count === 1 ? said[0]!.split('\n')[0]!.replace(/\.$/, '') : `Patched ${count} files`,
      output: withNotes(
        said.join('\n'),
        reports.flatMap(({ notes = [] }) => notes),
      ),
      value: { files: reports.map(each => each.done) },
      metadata: { files: count },
    };
  },
}) as Info;

interface Run {
  readonly ctx: CallContext;
  readonly excerptLines: number;
  /** The modes of files that the patch has deleted: a file that is added again in the same place keeps its mode. */
  readonly modes: Map<string, number>;
}

interface ChangeReport {
  readonly done: PatchedFile;
  readonly said: string;
  readonly notes?: readonly string[];
}

async function effectsOf(file: PatchFile, ctx: CallContext): Promise<readonly Effect[]> {
  if (file.kind === 'add') return writesWithFolders(file.path, ctx);
  // The text that a deleted file must hold is compared with the file, which is read for this.
  if (file.kind === 'delete') return [...(file.expected ? [reads(file.path)] : []), deletesEntry(file.path)];
  const own = file.hunks.length > 0 ? [reads(file.path), writes(file.path)] : [reads(file.path)];
  if (file.moveTo === undefined) return own;
  return [...own, deletesEntry(file.path), ...(await writesWithFolders(file.moveTo, ctx))];
}

function change(file: PatchFile, run: Run): Promise<ChangeReport> {
  if (file.kind === 'add') return addFile(file, run);
  return file.kind === 'delete' ? deleteFile(file, run) : updateFile(file, run);
}

async function addFile(file: Extract<PatchFile, { kind: 'add' }>, { ctx, modes }: Run): Promise<ChangeReport> {
  const { path, content, executable = false } = file;
  const name = ctx.files.resolve(path).relative;
  const mode = modes.get(name) ?? (executable ? 0o777 & ~process.umask() : undefined);
  const options = { createDirs: true, mustNotExist: true, ...(mode === undefined ? {} : { mode }) };
  await ctx.files.write(path, Buffer.from(content), options).catch(error => {
    if (!(error instanceof ToolError) || error.code !== 'FILE_EXISTS') throw error;
    const message = `${path} exists already, and the patch adds it. Nothing was changed in any file.`;
    const suggestion = `Change it with "*** Update File: ${path}", or replace it as a whole with write_file.`;
    throw new ToolError('FILE_EXISTS', message, { suggestion, details: { path } });
  });
  return { done: { path: name, operation: 'add', added: countLines(content), removed: 0 }, said: `Added ${name}.` };
}

async function deleteFile(file: Extract<PatchFile, { kind: 'delete' }>, { ctx, modes }: Run): Promise<ChangeReport> {
  const { path, expected } = file;
  const { stat, link } = await lookPlain(path, ctx);
  if (expected && stat && !holdsLines((await ctx.files.read(path)).bytes, expected)) {
    const message = `${path} does not hold what the patch (line ${file.patchLine}) deletes. Nothing was changed in any file.`;
    const suggestion = `Read ${path}; to delete it whatever it holds, use delete_file.`;
    throw new ToolError('EDIT_NOT_FOUND', message, { suggestion, details: { path } });
  }
  const name = entryPath(path, ctx);
  const removed = expected?.length ?? (link ? 0 : await lineCountOf(path, ctx));
  if (stat && !link) modes.set(name, stat.mode & 0o777);
  await ctx.files.delete(path);
  return { done: { path: name, operation: 'delete', added: 0, removed }, said: `Deleted ${name}.` };
}

/** The entry at a path, which must be a file or a link. */
async function lookPlain(path: string, ctx: CallContext) {
  const { stat, link } = await lookBelow(path, ctx);
  if (stat && stat.kind !== 'file' && !link) throw notPlainFile(path, stat.kind);
  return { stat, link };
}

/** Whether a file holds just these lines, apart from line endings and white space before them. */
function holdsLines(bytes: Uint8Array, expected: readonly string[]): boolean {
  const lines = splitText(textOf(bytes)?.text ?? '\0').lines.map(line => line.trimEnd());
  const held = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return held.length === expected.length && held.every((line, at) => line === expected[at]!.trimEnd());
}

/** The lines of a file for the record only, so a file that cannot be read counts as having none. */
async function lineCountOf(path: string, ctx: CallContext): Promise<number> {
  const existing = await lookAt(path, ctx).catch(() => undefined);
  return countLines(existing?.text?.text ?? '');
}

async function updateFile(
  { path, hunks, moveTo }: Extract<PatchFile, { kind: 'update' }>,
  { ctx, excerptLines }: Run,
): Promise<ChangeReport> {
  const name = ctx.files.resolve(path).relative;
  let applied: ReturnType<typeof applyHunks> | undefined;
  if (hunks.length > 0) {
    await ctx.files.edit(path, content => {
      applied = applyHunks(content, hunks, { path: name, excerptLines });
      return applied.bytes;
    });
  }
  const { added = 0, removed = 0, excerpt = '', statuses = [] } = applied ?? {};
  const notes = statuses.flatMap(({ how, line }, index) =>
    how === 'exact' ? [] : [`${name}, hunk ${index + 1} (line ${line}) matched: ${how}.`],
  );
  const counted = hunks.length > 0 ? ` (${sayCount(hunks.length, 'hunk')})` : '';
  const shown = excerpt === '' ? '' : `\n${excerpt}`;
  if (moveTo === undefined) {
    const done: PatchedFile = { path: name, operation: 'update', added, removed };
    return { done, said: `Updated ${name}${counted}.${shown}`, notes };
  }
  await lookPlain(path, ctx);
  await ctx.files.move(path, moveTo, { createDirs: true });
  const movedTo = entryPath(moveTo, ctx);
  const done: PatchedFile = { path: name, operation: 'move', movedTo, added, removed };
  return { done, said: `Moved ${name} to ${movedTo}${counted}.${shown}`, notes };
}
