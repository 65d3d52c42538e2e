import type { HunkLine } from '../../../src/packs/filesystem/place-text/hunk.ts';
import { makeEdit, pick, type Random, type TrueEdit } from './cases.ts';

/** Makes patches with a known result out of real source files. Used by tests only. */

export type Dialect = 'envelope' | 'unified';

export interface CaseHunk {
  readonly lines: readonly HunkLine[];
  /** From 1, in the file before. */
  readonly oldLine: number;
  readonly newLine: number;
  readonly anchor?: string;
  readonly edit: TrueEdit;
}

export interface CaseFile {
  readonly path: string;
  readonly before: readonly string[];
  /** What the file must hold afterwards; undefined where the patch must be refused. */
  readonly after: readonly string[] | undefined;
  readonly break: string;
  readonly hunks: readonly CaseHunk[];
}

export interface PatchDraft {
  readonly dialect: Dialect;
  readonly files: readonly CaseFile[];
  /** What a mistake does to the hunks' headers and to the text as a whole. */
  readonly numbers?: (hunk: CaseHunk, counts: { old: number; new: number }) => string;
  readonly finish?: (text: string) => string;
  readonly plainNames?: boolean;
}

export interface Source {
  readonly path: string;
  readonly lines: readonly string[];
}

/** True edits in one to three files. */
export function makeDraft(random: Random, sources: readonly Source[], dialect: Dialect): PatchDraft | undefined {
  const files: CaseFile[] = [];
  const count = 1 + Math.floor(random() * 3);
  for (let tries = 0; files.length < count && tries < 12; tries++) {
    const source = pick(random, sources);
    if (files.some(file => file.path === source.path)) continue;
    const file = makeFile(random, source);
    if (file) files.push(file);
  }
  return files.length > 0 ? { dialect, files } : undefined;
}

function makeFile(random: Random, { path, lines }: Source): CaseFile | undefined {
  const edits: TrueEdit[] = [];
  const count = 1 + Math.floor(random() * 3);
  for (let tries = 0; edits.length < count && tries < 10; tries++) {
    const edit = makeEdit(random, lines, 3);
    if (!edit || edit.head === 0 || edit.tail === 0) continue;
    const apart = (other: TrueEdit) =>
      edit.from >= other.from + other.old.length || other.from >= edit.from + edit.old.length;
    if (edits.every(apart)) edits.push(edit);
  }
  if (edits.length === 0) return undefined;
  edits.sort((one, other) => one.from - other.from);
  const after = [...lines];
  for (const edit of edits.toReversed()) after.splice(edit.from, edit.old.length, ...edit.new);
  let shift = 0;
  const hunks = edits.map(edit => {
    const anchor = random() < 0.5 ? anchorOf(lines, edit.from) : undefined;
    const hunk: CaseHunk = {
      lines: marked(edit),
      oldLine: edit.from + 1,
      newLine: edit.from + 1 + shift,
      edit,
      ...(anchor === undefined ? {} : { anchor }),
    };
    shift += edit.new.length - edit.old.length;
    return hunk;
  });
  return { path, before: lines, after, break: '\n', hunks };
}

function marked({ old, new: wanted, head, tail }: TrueEdit): HunkLine[] {
  const mark = (lines: readonly string[], sign: HunkLine['mark']) => lines.map(text => ({ mark: sign, text }));
  return [
    ...mark(old.slice(0, head), ' '),
    ...mark(old.slice(head, old.length - tail), '-'),
    ...mark(wanted.slice(head, wanted.length - tail), '+'),
    ...mark(old.slice(old.length - tail), ' '),
  ];
}

const depth = (line: string): number => line.length - line.trimStart().length;

/** The nearest line above that is indented less: what opens the block. */
function anchorOf(lines: readonly string[], from: number): string | undefined {
  const first = lines.slice(from).find(line => line.trim() !== '');
  for (let at = from - 1; at >= 0 && first !== undefined; at--) {
    const line = lines[at]!;
    if (line.trim() === '' || depth(line) >= depth(first)) continue;
    return /\w{3}/.test(line) && !/^\s*[*})\]]/.test(line) ? line.trim() : undefined;
  }
  return undefined;
}

export function renderDraft({ dialect, files, numbers, finish, plainNames = false }: PatchDraft): string {
  const out: string[] = dialect === 'envelope' ? ['*** Begin Patch'] : [];
  for (const { path, hunks } of files) {
    if (dialect === 'envelope') out.push(`*** Update File: ${path}`);
    else out.push(plainNames ? `--- ${path}` : `--- a/${path}`, plainNames ? `+++ ${path}` : `+++ b/${path}`);
    for (const hunk of hunks) {
      const counts = {
        old: hunk.lines.filter(line => line.mark !== '+').length,
        new: hunk.lines.filter(line => line.mark !== '-').length,
      };
      if (dialect === 'envelope') out.push(hunk.anchor === undefined ? '@@' : `@@ ${hunk.anchor}`);
      else out.push(numbers?.(hunk, counts) ?? `@@ -${hunk.oldLine},${counts.old} +${hunk.newLine},${counts.new} @@`);
      out.push(...hunk.lines.map(line => line.mark + line.text));
    }
  }
  if (dialect === 'envelope') out.push('*** End Patch');
  const text = `${out.join('\n')}\n`;
  return finish ? finish(text) : text;
}
