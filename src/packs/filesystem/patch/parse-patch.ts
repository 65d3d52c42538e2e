import { parseEnvelope } from './parse-envelope.ts';
import { isSectionStart, parseUnified } from './parse-unified.ts';
import { badPatch, quoteLine } from './patch-error.ts';
import type { PatchFile } from './patch-file.ts';
import { type PatchLine, patchLines } from './patch-lines.ts';

/** Reads a patch in either dialect: the `*** Begin Patch` envelope, or a unified diff. */
export function parsePatch(text: string): PatchFile[] {
  const lines = patchLines(text);
  const first = lines[0];
  if (!first) throw badPatch(1, 'the patch is empty.');
  return mergeSections(/^\*\*\* Begin Patch\s*$/.test(first.text) ? parseEnvelope(lines) : unified(lines, first));
}

function unified(lines: readonly PatchLine[], first: PatchLine): PatchFile[] {
  const found = lines.some((line, at) => isSectionStart(lines, at) || line.text.startsWith('@@'));
  const envelope = lines.find(line => /^\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File:)/.test(line.text));
  if (envelope || !found) {
    throw badPatch(
      first.number,
      `"*** Begin Patch", or "--- a/PATH" and "+++ b/PATH", were expected first, not ${quoteLine(first.text)}.`,
    );
  }
  return parseUnified(lines);
}

/** Several updates of one file are one, in order; a file that is anything else twice is refused. */
function mergeSections(files: readonly PatchFile[]): PatchFile[] {
  const merged: PatchFile[] = [];
  for (const file of files) {
    const earlier = merged.findIndex(other => namesOf(other).some(name => namesOf(file).includes(name)));
    const other = merged[earlier];
    if (!other || (other.kind === 'delete' && file.kind === 'add')) merged.push(file);
    else if (isUpdate(other) && isUpdate(file) && plain(other.path) === plain(file.path) && !file.moveTo) {
      // The numbers of a second part may or may not count what the first one adds.
      const hunks = file.hunks.map(hunk => ({ ...hunk, position: undefined }));
      merged[earlier] = { ...other, hunks: [...other.hunks, ...hunks] };
    } else {
      throw badPatch(
        file.patchLine,
        `${quoteLine(file.path)} is in the patch already (line ${other.patchLine}); only several updates of one file go together.`,
      );
    }
  }
  return merged;
}

type Update = Extract<PatchFile, { kind: 'update' }>;

const isUpdate = (file: PatchFile): file is Update => file.kind === 'update';

const namesOf = (file: PatchFile): string[] =>
  [file.path, ...(file.kind === 'update' && file.moveTo !== undefined ? [file.moveTo] : [])].map(plain);

const plain = (path: string): string => path.replace(/^(?:\.\/)+/, '');
