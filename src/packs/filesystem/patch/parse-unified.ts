import { type Hunk, type HunkLine, newLines, oldLines } from '../place-text/hunk.ts';
import { badPatch, type PatchFile, quoteLine } from './patch-file.ts';
import { isSectionStart, type PatchLine } from './patch-lines.ts';
import { changesNothing, countHunk, type LineCounts, parseRange, readBody } from './read-hunk.ts';
import { gitNames, headerNames, isOneFile, type Names, plainName, stripPrefixes } from './unified-names.ts';

/** One file's part of a unified diff, as far as it is read. */
interface Section {
  readonly start: PatchLine;
  names: Names | undefined;
  /** Whether `---` and `+++` were there. */
  named: boolean;
  readonly headers: Record<string, string>;
  readonly hunks: Hunk[];
}

const GIT_HEADER =
  /^((?:old|new|deleted file|new file) mode|(?:copy|rename) (?:from|to)|(?:similarity |dissimilarity )?index) (.*)$/;

const bad = (line: PatchLine, problem: string) => badPatch(line.number, problem, 'unified');

export function parseUnified(lines: readonly PatchLine[]): PatchFile[] {
  const sections: Section[] = [];
  for (let at = 0; at < lines.length && !isSignature(lines, at); at++) {
    const line = lines[at]!;
    let section = sections.at(-1);
    if (isSectionStart(lines, at)) {
      const git = line.text.startsWith('diff --git ');
      if (git || !section || section.named || section.hunks.length > 0) {
        section = { start: line, names: undefined, named: false, headers: {}, hunks: [] };
        sections.push(section);
      }
      section.named = !git;
      section.names = git ? gitNames(line.text) : headerNames(line, lines[++at]!);
    } else if (section && line.text.startsWith('@@')) {
      const { hunk, next } = readHunk(lines, at);
      section.hunks.push(hunk);
      at = next - 1;
    } else if (line.text.trim() !== '' && !/^(?:Index: |={10,}$|diff )/.test(line.text)) {
      const [, name, value] = GIT_HEADER.exec(line.text) ?? [];
      if (/^(?:GIT binary patch|Binary files .* differ)/.test(line.text))
        throw bad(line, 'a binary patch is not applied.');
      const expected = 'a line of a hunk begins with " ", "+" or "-", or a header was expected';
      if (!section || name === undefined) throw bad(line, `${expected}, not ${quoteLine(line.text)}.`);
      section.headers[name] = value!;
    }
  }
  const prefixed = sections.filter(({ headers }) => headers['rename to'] === undefined);
  const stripped = stripPrefixes(prefixed.map(({ names }) => names ?? { old: undefined, new: undefined }));
  return sections.map(section => toFile(section, stripped[prefixed.indexOf(section)]));
}

/** The two lines that git puts at the end of a mail. */
const isSignature = (lines: readonly PatchLine[], at: number): boolean =>
  lines[at]!.text.trimEnd() === '--' &&
  /^\d+(?:\.\d+)+/.test(lines[at + 1]?.text ?? '') &&
  lines.slice(at + 2).every(line => line.text.trim() === '');

/** Reads the hunk whose header is at `at`. The lines themselves tell how many it has; the numbers are a hint. */
function readHunk(lines: readonly PatchLine[], at: number): { hunk: Hunk; next: number } {
  const header = lines[at]!;
  if (header.text.startsWith('@@@'))
    throw bad(header, 'a diff of a merge (@@@) is not applied; a plain one was expected.');
  const { told, position, heading = undefined } = parseRange(header) ?? {};
  const ends = (next: number, soFar: readonly HunkLine[]) => endsHunk(lines, next, { told, body: soFar });
  const { lines: body, noNewline, next } = readBody(lines, at + 1, { ends, told });
  if (changesNothing(body)) throw bad(header, 'a "+" or "-" line was expected in this hunk.');
  const have = countHunk(body);
  if (next >= lines.length && told && isCutOff(told, have, body.at(-1)!.mark === ' ')) {
    const counts = `${told.old} old and ${told.new} new lines and has ${have.old} and ${have.new}`;
    const mend = 'Complete it, or correct the numbers after "@@".';
    throw bad(lines.at(-1)!, `the last hunk announces ${counts}; it may be cut off. ${mend}`);
  }
  const numberless = position ? '' : header.text.replace(/^@@|@@\s*$/g, '').trim();
  const named = ['', '...'].includes(numberless) ? heading : numberless;
  const patchLine = header.number;
  return { next, hunk: { patchLine, lines: body, anchors: [], endOfFile: false, noNewline, heading: named, position } };
}

/** A hunk as far as it is read, and the counts that its header tells. */
interface HunkSoFar {
  readonly told: LineCounts | undefined;
  readonly body: readonly HunkLine[];
}

/** Whether the hunk ends before this line. `--- x` may be a removed line or the name of the next file. */
function endsHunk(lines: readonly PatchLine[], at: number, { told, body }: HunkSoFar): boolean {
  const line = lines[at]!;
  if (/^(?:@@|diff |Index: |={10,}$|Only in |Binary files |GIT binary )/.test(line.text) || isSignature(lines, at))
    return true;
  const after = lines.find((each, index) => index > at + 1 && each.text !== '');
  if (!isSectionStart(lines, at) || !after?.text.startsWith('@@')) return false;
  // These lines belong to the hunk: without them it would change nothing.
  if (body.length > 0 && changesNothing(body)) return false;
  const have = countHunk(body);
  const names = isOneFile(headerNames(line, lines[at + 1]!));
  // A hunk with context ends with context, unless the file ends there; then no other hunk of the file follows.
  const bare = body.every(each => each.mark !== ' ');
  const why =
    'this may be the name of the next file or a line of the hunk; a line "diff --git a/x b/x" before it would tell.';
  if (names && bare && told && have.old + 1 === told.old && have.new + 1 === told.new) throw bad(line, why);
  return names || (told !== undefined && have.old === told.old && have.new === told.new);
}

/** Whether a last hunk may be half a one: it lacks lines and ends in a change. Numbers are often wrong by a few. */
function isCutOff(told: LineCounts, have: LineCounts, endsInContext: boolean): boolean {
  const lacks = [told.old - have.old, told.new - have.new];
  if (lacks.some(count => count < 0) || lacks.every(count => count === 0)) return false;
  return !endsInContext || lacks.some(count => count > 3);
}

function toFile({ start, headers, hunks, named, names: given }: Section, names: Names | undefined): PatchFile {
  const patchLine = start.number;
  const { 'new file mode': added, 'deleted file mode': deleted, 'new mode': mode } = headers;
  const { 'rename from': from, 'rename to': to, 'copy to': copy } = headers;
  if (copy !== undefined) throw bad(start, 'a copy is not made by a patch; add the new file whole.');
  if ([added, deleted, mode].some(each => each !== undefined && !each.startsWith('100')))
    throw bad(start, 'only regular files are patched, no links and no submodules.');
  if (named && hunks.length === 0)
    throw bad(start, 'a hunk ("@@ -1,2 +1,2 @@") was expected below the names; the patch may be cut off.');
  if (from !== undefined && to !== undefined)
    return { kind: 'update', path: plainName(from), moveTo: plainName(to), hunks, patchLine };
  const { old, new: fresh } = names ?? given ?? {};
  const path = fresh ?? old;
  if (path === undefined)
    throw bad(start, `"--- a/PATH" and "+++ b/PATH" were expected, not ${quoteLine(start.text)}.`);
  if (old === undefined || added !== undefined) {
    const executable = added === '100755' ? { executable: true } : {};
    return { kind: 'add', path, patchLine, content: addedContent(hunks), ...executable };
  }
  if (fresh === undefined || deleted !== undefined) {
    const odd = hunks.find(hunk => newLines(hunk.lines).length > 0);
    if (odd) throw badPatch(odd.patchLine, 'a file that is deleted has "-" lines only.', 'unified');
    return { kind: 'delete', path: old, patchLine, expected: hunks.flatMap(hunk => oldLines(hunk.lines)) };
  }
  if (old !== fresh && !['.orig', '.old', '.bak', '~'].some(ending => old === fresh + ending)) {
    const rename = 'to rename, "rename from" and "rename to" were expected below "diff --git"';
    throw bad(start, `the two names differ (${quoteLine(old)}, ${quoteLine(fresh)}); ${rename}.`);
  }
  if (hunks.length > 0) return { kind: 'update', path, patchLine, hunks };
  throw bad(start, mode === undefined ? 'a hunk was expected.' : 'the mode of a file is not changed by a patch.');
}

function addedContent(hunks: readonly Hunk[]): string {
  const odd = hunks.find((hunk, index) => index > 0 || oldLines(hunk.lines).length > 0);
  if (odd) throw badPatch(odd.patchLine, 'a new file has one hunk of "+" lines only.', 'unified');
  const [hunk] = hunks;
  return hunk ? newLines(hunk.lines).join('\n') + (hunk.noNewline.new ? '' : '\n') : '';
}
