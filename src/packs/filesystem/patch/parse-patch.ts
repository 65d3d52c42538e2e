import { parseEnvelope } from './parse-envelope.ts';
import { parseUnified } from './parse-unified.ts';
import { badPatch, type PatchFile, quoteLine } from './patch-file.ts';
import { ENVELOPE, isSectionStart, type PatchLine, patchLines } from './patch-lines.ts';

/** Reads a patch in either dialect: the `*** Begin Patch` envelope, or a unified diff. */
export function parsePatch(text: string): PatchFile[] {
  if (text.trim() === '') throw badPatch(1, 'the patch is empty.');
  const lines = patchLines(text);
  if (lines.length > 0) return mergeSections(sectionsOf(lines));
  const [first = ''] = text.trimStart().split('\n');
  if (first.startsWith('@@'))
    throw badPatch(1, 'the names of the file ("--- a/PATH", "+++ b/PATH") were expected before a hunk.', 'unified');
  const expected = '"*** Begin Patch", or "--- a/PATH" and "+++ b/PATH", were expected first';
  throw badPatch(1, `${expected}, not ${quoteLine(first)}.`);
}

function sectionsOf(lines: readonly PatchLine[]): PatchFile[] {
  if (!ENVELOPE.test(lines[0]!.text)) return parseUnified(lines);
  const begins = /Begin Patch$/.test(lines[0]!.text);
  const start = lines.findIndex((line, at) => at > 0 && line.text.trim() !== '');
  const end = lines.findLastIndex(line => line.text.startsWith('*** End Patch'));
  // This is a unified diff with an envelope around it.
  if (begins && start > 0 && isSectionStart(lines, start) && end > 0) return parseUnified(lines.slice(start, end));
  // The end shows that the envelope is whole; its first line says nothing.
  if (begins || end > 0) return parseEnvelope(begins ? lines.slice(1) : lines);
  throw badPatch(lines[0]!.number, `"*** Begin Patch" was expected first, not ${quoteLine(lines[0]!.text)}.`);
}

/** Merges several updates of one file, in order; refuses a file that has two sections of any other kind. */
function mergeSections(files: readonly PatchFile[]): PatchFile[] {
  const merged: PatchFile[] = [];
  for (const file of files) {
    const at = merged.findIndex(other => namesOf(other).some(name => namesOf(file).includes(name)));
    const other = merged[at];
    if (!other || (other.kind === 'delete' && file.kind === 'add')) {
      merged.push(file);
      continue;
    }
    const isMore = other.kind === 'update' && file.kind === 'update' && namesOf(other)[0] === namesOf(file)[0];
    if (!isMore || file.moveTo) {
      const already = `${quoteLine(file.path)} is in the patch already (line ${other.patchLine})`;
      throw badPatch(file.patchLine, `${already}; only several updates of one file go together.`);
    }
    // The line numbers of a second part may or may not count the lines that the first one adds.
    const hunks = file.hunks.map(hunk => ({ ...hunk, position: undefined }));
    merged[at] = { ...other, hunks: [...other.hunks, ...hunks] };
  }
  return merged;
}

const namesOf = (file: PatchFile): string[] =>
  [file.path, ...(file.kind === 'update' && file.moveTo !== undefined ? [file.moveTo] : [])].map(name =>
    name.replace(/^(?:\.\/)+/, ''),
  );
