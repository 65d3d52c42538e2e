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
  return mergeSections(sectionsOf(lines, first));
}

function sectionsOf(lines: readonly PatchLine[], first: PatchLine): PatchFile[] {
  if (BEGIN.test(first.text)) {
    const inside = unifiedInside(lines);
    return inside ? parseUnified(inside) : parseEnvelope(lines.slice(1));
  }
  // The end shows that the envelope is whole; its first line says nothing.
  if (FILE.test(first.text) && lines.some(line => END.test(line.text))) return parseEnvelope(lines);
  const found = lines.some((line, at) => isSectionStart(lines, at) || line.text.startsWith('@@'));
  if (found && !lines.some(line => BEGIN.test(line.text) || FILE.test(line.text))) return parseUnified(lines);
  throw badPatch(
    first.number,
    `"*** Begin Patch", or "--- a/PATH" and "+++ b/PATH", were expected first, not ${quoteLine(first.text)}.`,
  );
}

const BEGIN = /^\*\*\* Begin Patch$/;
const END = /^\*\*\* End Patch\s*$/;
const FILE = /^\s*\*\*\* (?:Add|Update|Delete) File:/;

/** A unified diff that someone put an envelope around. */
function unifiedInside(lines: readonly PatchLine[]): readonly PatchLine[] | undefined {
  const start = lines.findIndex((line, at) => at > 0 && line.text.trim() !== '');
  const end = lines.findLastIndex(line => line.text.trim() !== '');
  if (start < 0 || !isSectionStart(lines, start) || !END.test(lines[end]!.text)) return undefined;
  return lines.some(line => FILE.test(line.text)) ? undefined : lines.slice(start, end);
}

/** Several updates of one file are one, in order; a file that is anything else twice is refused. */
function mergeSections(files: readonly PatchFile[]): PatchFile[] {
  const merged: PatchFile[] = [];
  const places = new Map<string, number>();
  for (const file of files) {
    const earlier = namesOf(file).find(name => places.has(name));
    const at = earlier === undefined ? -1 : places.get(earlier)!;
    const other = merged[at];
    if (!other || (other.kind === 'delete' && file.kind === 'add')) {
      for (const name of namesOf(file)) if (!places.has(name)) places.set(name, merged.length);
      merged.push(file);
    } else if (isUpdate(other) && isUpdate(file) && plain(other.path) === plain(file.path) && !file.moveTo) {
      // The numbers of a second part may or may not count what the first one adds.
      const hunks = file.hunks.map(hunk => ({ ...hunk, position: undefined }));
      merged[at] = { ...other, hunks: [...other.hunks, ...hunks] };
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
