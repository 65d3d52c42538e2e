import type { Hunk } from '../place-text/hunk.ts';
import { badPatch, type PatchFile, quoteLine } from './patch-file.ts';
import type { PatchLine } from './patch-lines.ts';
import { changesNothing, parseRange, readBody } from './read-hunk.ts';

interface Reader {
  readonly lines: readonly PatchLine[];
  at: number;
}

const HEADERS = '"*** Add File: PATH", "*** Update File: PATH", "*** Delete File: PATH" or "*** End Patch"';

function headerOf({ text, number }: PatchLine): { name: string; value: string } | undefined {
  const found = /^\*\*\* ?(End Patch|End of File|Add File|Update File|Delete File|Move to)(?:: ?(.*?))?\s*$/.exec(text);
  if (!found) return undefined;
  const [, name = '', value = ''] = found;
  if (value === '' && !name.startsWith('End')) throw badPatch(number, `a path was expected after "*** ${name}:".`);
  return { name, value };
}

/** Reads the lines between `*** Begin Patch` and `*** End Patch`. A patch without its end is half one, and refused. */
export function parseEnvelope(lines: readonly PatchLine[]): PatchFile[] {
  const reader = { lines, at: 0 };
  const files: PatchFile[] = [];
  for (;;) {
    const line = nextVisible(reader);
    // Lines between files have no marks, so blanks before a header do not count.
    const { name, value: path = '' } = headerOf({ ...line, text: line.text.trimStart() }) ?? {};
    reader.at++;
    const patchLine = line.number;
    if (name === 'Add File') files.push({ kind: 'add', path, patchLine, content: addedContent(reader) });
    else if (name === 'Update File') files.push(updatedFile(reader, patchLine, path));
    else if (name === 'Delete File') files.push({ kind: 'delete', path, patchLine });
    else if (name === 'End Patch') break;
    else throw badPatch(patchLine, `${HEADERS} was expected, not ${quoteLine(line.text)}.`);
  }
  const after = lines.slice(reader.at).find(each => each.text.startsWith('***'));
  if (after) throw badPatch(after.number, `nothing may follow "*** End Patch", and ${quoteLine(after.text)} does.`);
  if (files.length === 0) throw badPatch(lines[reader.at - 1]!.number, 'the patch names no file.');
  return files;
}

/** The next line, which must exist: a patch ends with its end line. */
function need({ lines, at }: Reader): PatchLine {
  const line = lines[at];
  if (line) return line;
  const why = '"*** End Patch" was expected, but the patch ends here: it is cut off, and half a patch is not run.';
  throw badPatch(lines.at(-1)?.number ?? 1, why);
}

function nextVisible(reader: Reader): PatchLine {
  while (need(reader).text.trim() === '') reader.at++;
  return need(reader);
}

function addedContent(reader: Reader): string {
  let content = '';
  for (; need(reader).text.startsWith('+') || need(reader).text.startsWith('\\'); reader.at++) {
    const { text, break: end } = need(reader);
    content = text.startsWith('+') ? content + text.slice(1) + (end || '\n') : content.replace(/\r?\n$/, '');
  }
  const [{ number }, next] = [need(reader), nextVisible(reader)];
  if (!next.text.trimStart().startsWith('***'))
    throw badPatch(number, 'each line of an added file begins with "+", an empty one too; this one does not.');
  if (headerOf(next)?.name === 'End of File') reader.at++;
  return content;
}

function updatedFile(reader: Reader, patchLine: number, path: string): PatchFile {
  const first = headerOf(nextVisible(reader));
  const moveTo = first?.name === 'Move to' ? first.value : undefined;
  if (moveTo !== undefined) reader.at++;
  // Some models put `--- a/x` and `+++ b/x` before a hunk of the other dialect.
  const [one, two, three] = reader.lines.slice(reader.at).map(line => line.text);
  if (one?.startsWith('--- ') && two?.startsWith('+++ ') && three?.startsWith('@@ -')) reader.at += 2;
  const hunks: Hunk[] = [];
  for (let hunk = nextHunk(reader); hunk; hunk = nextHunk(reader)) hunks.push(hunk);
  if (hunks.length === 0 && moveTo === undefined)
    throw badPatch(patchLine, `a hunk was expected below "*** Update File: ${path}".`);
  return { kind: 'update', path, patchLine, hunks, ...(moveTo === undefined ? {} : { moveTo }) };
}

function nextHunk(reader: Reader): Hunk | undefined {
  // Empty lines before a header are spacing; elsewhere an empty line belongs to the file.
  const said = reader.lines.findIndex((line, at) => at >= reader.at && line.text !== '');
  if (/^(?:@@|\*\*\*)/.test(reader.lines[said]?.text ?? '')) reader.at = said;
  const start = need(reader);
  if (start.text.startsWith('***')) return undefined;
  const anchors: string[] = [];
  let range: ReturnType<typeof parseRange>;
  for (; need(reader).text.startsWith('@@'); reader.at++) {
    const line = need(reader);
    const numbers = parseRange(line);
    range = numbers ?? range;
    const anchor = line.text.slice(2).replace(/\s@@\s*$|^ /g, '');
    if (!numbers && anchor.trim() !== '' && anchor.trim() !== '...') anchors.push(anchor);
  }
  const ends = (at: number) => /^(?:\*\*\*|@@)/.test(reader.lines[at]!.text);
  const { lines, noNewline, next } = readBody(reader.lines, reader.at, { ends });
  reader.at = next;
  const endOfFile = headerOf(need(reader))?.name === 'End of File';
  if (endOfFile) reader.at++;
  if (endOfFile) nextVisible(reader);
  if (changesNothing(lines)) throw badPatch(start.number, 'a "+" or "-" line was expected in this hunk.');
  const { heading, position } = range ?? {};
  return { patchLine: start.number, lines, anchors, heading, position, endOfFile, noNewline };
}
