import { badPatch } from './patch-file.ts';

/** A line of the patch as it was sent. */
export interface PatchLine {
  readonly text: string;
  /** The line's break; the last line may have none. */
  readonly break: string;
  /** The line's number in the text, from 1, wrappers included. */
  readonly number: number;
}

export const ENVELOPE = /^\s*\*\*\* ?(?:Begin Patch\s*$|(?:Add|Update|Delete) File:)/;
const END = /^\s*\*\*\* ?End Patch\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})[\w.+-]*\s*$/;
/** The start of a shell's here-document, its word in the last group; quotes tell what the shell would take away. */
const HEREDOC = /^(?:.*\bsh -l?c\s+(?<shell>['"]))?.*<<-?\s*(?<quote>['"]?)(?<word>\w+)\k<quote>(?:\s*\|.*)?\s*$/;

/** Whether a file's part of a unified diff begins here. */
export function isSectionStart(lines: readonly PatchLine[], at: number): boolean {
  const { text } = lines[at]!;
  return (
    text.startsWith('diff --git ') || (text.startsWith('--- ') && (lines[at + 1]?.text.startsWith('+++ ') ?? false))
  );
}

/** The lines of a patch from its first one on, without any prose, code fence or here-document around it. */
export function patchLines(text: string): readonly PatchLine[] {
  const all = text
    .replace(/^\ufeff/, '')
    .split(/(?<=\n)/)
    .map((line, at): PatchLine => {
      const end = /\r?\n$/.exec(line)?.[0] ?? '';
      return { text: line.slice(0, line.length - end.length), break: end, number: at + 1 };
    });
  const first = all.findIndex((line, at) => ENVELOPE.test(line.text) || isSectionStart(all, at));
  if (first < 0) return [];
  const last = all.findLastIndex(line => line.text.trim() !== '');
  // A space at the start of a line is a mark within the patch, but not in the text around it.
  const isAround = ({ text }: PatchLine, at: number) =>
    (at === first && ENVELOPE.test(text)) || (at === last && END.test(text));
  const bare = all.map((line, at) => (isAround(line, at) ? { ...line, text: line.text.trim() } : line));
  return unwrapped(bare, first);
}

function unwrapped(all: readonly PatchLine[], first: number): readonly PatchLine[] {
  const opening = all.slice(0, first).findLast(line => line.text.trim() !== '')?.text ?? '';
  const { shell, quote, word } = HEREDOC.exec(opening)?.groups ?? {};
  const lines = all.slice(first);
  const closing = FENCE.exec(opening)?.[1] ?? word;
  if (closing === undefined) return lines;
  const end = lines.findIndex(({ text }) => [closing, closing + (shell ?? '')].includes(text.trimEnd()));
  // An envelope shows by itself whether the patch is whole.
  if (end < 0 && !ENVELOPE.test(lines[0]!.text)) {
    const why = `${JSON.stringify(closing)} was expected at the end, as it was opened at the start; the patch may be cut off.`;
    throw badPatch(all.findLast(line => line.text.trim() !== '')!.number, why, 'unified');
  }
  const inside = end < 0 ? lines : lines.slice(0, end);
  // With a quoted word the shell leaves the text as it is; otherwise it takes backslashes away.
  const escaped =
    shell === undefined && quote !== '' ? undefined : inside.find(line => /\\["$`\\]|'\\''/.test(line.text));
  if (!escaped) return inside;
  const why = 'a shell would take a backslash away here, and whether that is meant cannot be told';
  throw badPatch(escaped.number, `${why}; send the patch itself, without the shell around it.`);
}
