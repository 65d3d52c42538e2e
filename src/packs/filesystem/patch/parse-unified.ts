import { type Hunk, newLines, oldLines } from '../place-text/hunk.ts';
import { badPatch, quoteLine } from './patch-error.ts';
import type { PatchFile } from './patch-file.ts';
import type { PatchLine } from './patch-lines.ts';
import { unifiedHunk } from './unified-hunk.ts';
import { gitNames, type Names, namesOf, plainName, readHeaderName, stripPrefixes } from './unified-names.ts';

/** One file's part of a unified diff, as it stands. */
interface Section {
  readonly start: PatchLine;
  readonly names: Names;
  /** Set by `rename from` and `rename to`; these names have no prefix. */
  readonly renamed?: { readonly from: string; readonly to: string };
  readonly hunks: readonly Hunk[];
  readonly headers: Readonly<Record<string, string>>;
}

const GIT_HEADER =
  /^(old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index) (.*)$/;

/** Reads a unified diff, plain or of git. */
export function parseUnified(lines: readonly PatchLine[]): PatchFile[] {
  const sections: Section[] = [];
  let at = beginning(lines);
  while (at < lines.length) {
    if (lines[at]!.text.trim() === '') at++;
    else if (isSignature(lines, at)) break;
    else {
      const { section, next } = readSection(lines, at);
      sections.push(section);
      at = next;
    }
  }
  const prefixed = sections.filter(section => !section.renamed);
  const stripped = new Map(stripPrefixes(prefixed.map(({ names }) => names)).map((names, i) => [prefixed[i]!, names]));
  return sections.map(section => toFile(section, stripped.get(section) ?? section.names));
}

/** Where the first file begins; what a mail or a person wrote before it is passed over. */
function beginning(lines: readonly PatchLine[]): number {
  for (const [at, { text, number }] of lines.entries()) {
    if (isSectionStart(lines, at)) return at;
    if (text.startsWith('@@'))
      throw badPatch(
        number,
        'the names of the file ("--- a/PATH", "+++ b/PATH") were expected before a hunk.',
        'unified',
      );
  }
  return lines.length;
}

export function isSectionStart(lines: readonly PatchLine[], at: number): boolean {
  const { text } = lines[at]!;
  if (text.startsWith('diff --git ')) return true;
  return text.startsWith('--- ') && lines[at + 1]?.text.startsWith('+++ ') === true;
}

const isSignature = (lines: readonly PatchLine[], at: number): boolean =>
  lines[at]!.text.trimEnd() === '--' && lines.slice(at + 2).every(line => line.text.trim() === '');

function readSection(lines: readonly PatchLine[], from: number): { section: Section; next: number } {
  const start = lines[from]!;
  let at = from;
  while (/^(?:Index: |={10,}|diff (?!--git))/.test(lines[at]?.text ?? '')) at++;
  const git = lines[at]?.text.startsWith('diff --git ') ? gitNames(lines[at++]!.text) : undefined;
  const headers: Record<string, string> = {};
  const skipBlank = () => {
    while (git && lines[at]?.text.trim() === '') at++;
  };
  for (skipBlank(); at < lines.length; skipBlank()) {
    const found = GIT_HEADER.exec(lines[at]!.text);
    if (!found) break;
    headers[found[1]!] = found[2]!;
    at++;
  }
  refuseUnreadable(lines[at] ?? start, headers);
  let names = git && namesOf(git.old, git.new);
  const named = /^--- /.test(lines[at]?.text ?? '') && /^\+\+\+ /.test(lines[at + 1]?.text ?? '');
  if (named) {
    names = namesOf(
      readHeaderName(lines[at]!.text, lines[at]!.number),
      readHeaderName(lines[at + 1]!.text, lines[at + 1]!.number),
    );
    at += 2;
  }
  const hunks: Hunk[] = [];
  for (;;) {
    let after = at;
    while (lines[after]?.text.trim() === '') after++;
    if (!lines[after]?.text.startsWith('@@')) break;
    const read = unifiedHunk(lines, after);
    hunks.push(read.hunk);
    at = read.next;
  }
  const renamed =
    headers['rename from'] !== undefined && headers['rename to'] !== undefined
      ? { from: plainName(headers['rename from']), to: plainName(headers['rename to']) }
      : undefined;
  if (!names && !renamed)
    throw badPatch(
      start.number,
      `"--- a/PATH" and "+++ b/PATH" were expected, not ${quoteLine(start.text)}.`,
      'unified',
    );
  if (named && hunks.length === 0)
    throw badPatch(
      start.number,
      'a hunk ("@@ -1,2 +1,2 @@") was expected below the names; the patch may be cut off.',
      'unified',
    );
  const section = { start, names: names ?? { old: undefined, new: undefined }, hunks, headers };
  return { section: renamed ? { ...section, renamed } : section, next: at };
}

function refuseUnreadable({ text, number }: PatchLine, headers: Section['headers']): void {
  const say = (what: string) => badPatch(number, what, 'unified');
  if (/^(?:GIT binary patch|Binary files .* differ)/.test(text)) throw say('a binary patch is not applied.');
  if (headers['copy to'] !== undefined) throw say('a copy is not made by a patch; add the new file whole.');
  const modes = [headers['new file mode'], headers['deleted file mode'], headers['new mode']];
  if (modes.some(mode => mode !== undefined && !/^100/.test(mode)))
    throw say('only regular files are patched, no links and no submodules.');
}

function toFile({ start, headers, hunks, renamed }: Section, names: Names): PatchFile {
  const patchLine = start.number;
  if (renamed) return { kind: 'update', path: renamed.from, moveTo: renamed.to, hunks, patchLine };
  const path = names.new ?? names.old;
  if (path === undefined) throw badPatch(patchLine, 'one of the two names must be a file.', 'unified');
  if (names.old === undefined || headers['new file mode'] !== undefined) {
    return {
      kind: 'add',
      path,
      patchLine,
      content: addedContent(hunks),
      ...(headers['new file mode'] === '100755' ? { executable: true } : {}),
    };
  }
  if (names.new === undefined || headers['deleted file mode'] !== undefined) {
    const added = hunks.find(hunk => newLines(hunk.lines).length > 0);
    if (added) throw badPatch(added.patchLine, 'a file that is deleted has "-" lines only.', 'unified');
    return { kind: 'delete', path: names.old, patchLine, expected: hunks.flatMap(hunk => oldLines(hunk.lines)) };
  }
  if (names.old !== names.new && !isBackupName(names.old, names.new)) {
    throw badPatch(
      patchLine,
      `the two names differ (${quoteLine(names.old)}, ${quoteLine(names.new)}); to rename, "rename from" and "rename to" were expected below "diff --git".`,
      'unified',
    );
  }
  if (hunks.length === 0) {
    const what =
      headers['new mode'] === undefined ? 'a hunk was expected.' : 'the mode of a file is not changed by a patch.';
    throw badPatch(patchLine, what, 'unified');
  }
  return { kind: 'update', path, patchLine, hunks };
}

const isBackupName = (old: string, fresh: string): boolean =>
  ['.orig', '.old', '.bak', '~'].some(ending => old === fresh + ending);

function addedContent(hunks: readonly Hunk[]): string {
  const odd = hunks.find((hunk, index) => index > 0 || oldLines(hunk.lines).length > hunk.spacing);
  if (odd) throw badPatch(odd.patchLine, 'a new file has one hunk of "+" lines only.', 'unified');
  const [hunk] = hunks;
  if (!hunk) return '';
  const lines = hunk.lines.filter(line => line.mark === '+').map(line => line.text);
  return lines.join('\n') + (hunk.noNewline.new ? '' : '\n');
}
