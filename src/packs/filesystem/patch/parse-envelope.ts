import type { Hunk, HunkLine } from '../place-text/hunk.ts';
import { badPatch, quoteLine } from './patch-error.ts';
import type { PatchFile } from './patch-file.ts';
import type { PatchLine } from './patch-lines.ts';
import { parseRange } from './unified-hunk.ts';

type Header = 'Begin Patch' | 'End Patch' | 'End of File' | 'Add File' | 'Update File' | 'Delete File' | 'Move to';

/** Reads what follows `*** Begin Patch` up to `*** End Patch`. Without its end a patch is half a patch, and refused. */
export function parseEnvelope(lines: readonly PatchLine[]): PatchFile[] {
  const reader = new EnvelopeReader(lines);
  const files: PatchFile[] = [];
  for (reader.skipBlank(); ; reader.skipBlank()) {
    const line = reader.need('*** End Patch');
    // Between files nothing is marked, so that blanks before a header are none.
    const header = headerOf({ ...line, text: line.text.trimStart() });
    if (header?.name === 'End Patch') break;
    reader.skip();
    if (header?.name === 'Add File') files.push(addedFile(reader, line, header.value));
    else if (header?.name === 'Update File') files.push(updatedFile(reader, line, header.value));
    else if (header?.name === 'Delete File') files.push({ kind: 'delete', path: header.value, patchLine: line.number });
    else
      throw badPatch(
        line.number,
        `"*** Add File: PATH", "*** Update File: PATH", "*** Delete File: PATH" or "*** End Patch" was expected, not ${quoteLine(line.text)}.`,
      );
  }
  const end = reader.need('*** End Patch');
  reader.skip();
  reader.skipBlank();
  const after = reader.peek();
  if (after) throw badPatch(after.number, `nothing may follow "*** End Patch", and ${quoteLine(after.text)} does.`);
  if (files.length === 0) throw badPatch(end.number, 'the patch names no file.');
  return files;
}

class EnvelopeReader {
  readonly #lines: readonly PatchLine[];
  #at = 0;

  constructor(lines: readonly PatchLine[]) {
    this.#lines = lines;
  }

  peek(ahead = 0): PatchLine | undefined {
    return this.#lines[this.#at + ahead];
  }

  skip(count = 1): void {
    this.#at += count;
  }

  skipBlank(): void {
    while (this.peek()?.text.trim() === '') this.skip();
  }

  /** Empty lines between a header and what it is followed by; elsewhere an empty line is one of the file. */
  skipSpacing(): void {
    let blanks = 0;
    while (this.peek(blanks)?.text === '') blanks++;
    if (/^(?:@@|\*\*\*)/.test(this.peek(blanks)?.text ?? '')) this.skip(blanks);
  }

  /** The line that must come, for the patch must end with its end. */
  need(what: string): PatchLine {
    const line = this.peek();
    if (line) return line;
    throw badPatch(
      this.#lines.at(-1)?.number ?? 1,
      `${what} was expected, but the patch ends here: it is cut off, and half a patch is not run.`,
    );
  }
}

function headerOf({ text, number }: PatchLine): { name: Header; value: string } | undefined {
  if (!text.startsWith('***')) return undefined;
  const bare = /^\*\*\* (Begin Patch|End Patch|End of File)\s*$/.exec(text);
  if (bare) return { name: bare[1] as Header, value: '' };
  const named = /^\*\*\* (Add File|Update File|Delete File|Move to):(.*)$/.exec(text);
  if (!named) return undefined;
  const value = named[2]!.replace(/^ /, '').trimEnd();
  if (value === '') throw badPatch(number, `a path was expected after "*** ${named[1]}:".`);
  return { name: named[1] as Header, value };
}

function addedFile(reader: EnvelopeReader, { number }: PatchLine, path: string): PatchFile {
  let content = '';
  for (;;) {
    const line = reader.need('a "+" line or "*** End Patch"');
    if (line.text.startsWith('+')) content += line.text.slice(1) + (line.break || '\n');
    else if (line.text.startsWith('\\') && content !== '') content = content.replace(/\r?\n$/, '');
    else if (line.text.trimStart().startsWith('***') || line.text.trim() === '') break;
    else
      throw badPatch(line.number, `each line of an added file begins with "+", and ${quoteLine(line.text)} does not.`);
    reader.skip();
  }
  reader.skipBlank();
  const next = reader.need('*** End Patch');
  if (headerOf(next)?.name === 'End of File') reader.skip();
  else if (next.text.startsWith('+'))
    throw badPatch(next.number - 1, 'each line of an added file begins with "+", an empty one too.');
  return { kind: 'add', path, patchLine: number, content };
}

function updatedFile(reader: EnvelopeReader, start: PatchLine, path: string): PatchFile {
  let moveTo: string | undefined;
  reader.skipBlank();
  const first = headerOf(reader.need('a hunk'));
  if (first?.name === 'Move to') {
    moveTo = first.value;
    reader.skip();
  }
  skipFileNames(reader);
  const hunks: Hunk[] = [];
  for (let hunk = nextHunk(reader); hunk; hunk = nextHunk(reader)) hunks.push(hunk);
  if (hunks.length === 0 && moveTo === undefined)
    throw badPatch(start.number, `a hunk was expected below "*** Update File: ${path}".`);
  return { kind: 'update', path, patchLine: start.number, hunks, ...(moveTo === undefined ? {} : { moveTo }) };
}

/** The `--- a/x` and `+++ b/x` that some put before a hunk of the other dialect. */
function skipFileNames(reader: EnvelopeReader): void {
  const [one, two, three] = [reader.peek(), reader.peek(1), reader.peek(2)];
  const named = one?.text.startsWith('--- ') && two?.text.startsWith('+++ ');
  if (named && three?.text.startsWith('@@ -')) reader.skip(2);
}

function nextHunk(reader: EnvelopeReader): Hunk | undefined {
  reader.skipSpacing();
  const start = reader.need('*** End Patch');
  if (start.text.startsWith('***')) return undefined;
  const anchors: string[] = [];
  let range: ReturnType<typeof parseRange>;
  for (let line = start; line.text.startsWith('@@'); line = reader.need('*** End Patch')) {
    const numbers = parseRange(line);
    range = numbers ?? range;
    const anchor = numbers
      ? ''
      : line.text
          .slice(2)
          .replace(/\s@@\s*$/, '')
          .replace(/^ /, '');
    if (anchor.trim() !== '' && anchor.trim() !== '...') anchors.push(anchor);
    reader.skip();
  }
  const body = hunkBody(reader);
  if (!body.lines.some(line => line.mark !== ' '))
    throw badPatch(start.number, 'a "+" or "-" line was expected in this hunk.');
  const { position, heading } = range ?? {};
  return {
    patchLine: start.number,
    anchors,
    ...body,
    ...(position ? { position } : {}),
    ...(heading === undefined ? {} : { heading }),
  };
}

function hunkBody(reader: EnvelopeReader): Pick<Hunk, 'lines' | 'endOfFile' | 'spacing' | 'noNewline'> {
  const lines: HunkLine[] = [];
  const noNewline = { old: false, new: false };
  let spacing = 0;
  for (;;) {
    const line = reader.need('*** End Patch');
    const mark = line.text[0];
    if (line.text.startsWith('***') || line.text.startsWith('@@')) break;
    if (mark === undefined) lines.push({ mark: ' ', text: '' });
    else if (mark === ' ' || mark === '+' || mark === '-') lines.push({ mark, text: line.text.slice(1) });
    else if (mark === '\\' && lines.length > 0) {
      if (lines.at(-1)!.mark !== '+') noNewline.old = true;
      if (lines.at(-1)!.mark !== '-') noNewline.new = true;
    } else lines.push({ mark: ' ', text: line.text, bare: true });
    spacing = mark === undefined ? spacing + 1 : 0;
    reader.skip();
  }
  const endOfFile = headerOf(reader.need('*** End Patch'))?.name === 'End of File';
  if (endOfFile) {
    reader.skip();
    reader.skipBlank();
  }
  return { lines, endOfFile, spacing, noNewline };
}
