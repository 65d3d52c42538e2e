import { badPatch } from './patch-error.ts';

/** A line of the patch as it was sent, without what was wrapped around all of it. */
export interface PatchLine {
  readonly text: string;
  /** Its line break; the last line may have none. */
  readonly break: string;
  /** Counted from 1, wrappers included. */
  readonly number: number;
}

const FENCE = /^\s*(`{3,}|~{3,})[\w.+-]*\s*$/;
const HEREDOC =
  /^\s*(?:\$ )?(?:(?:apply_?patch|git apply|patch(?: -p1)?)(?: -)?\s*)?<<-?\s*(['"]?)(\w+)\1(?:\s*\|\s*apply_?patch)?\s*$/;
const PIPED = /^\s*(?:\$ )?cat\s*<<-?\s*(['"]?)(\w+)\1\s*\|\s*(?:apply_?patch|git apply|patch(?: -p1)?)(?: -)?\s*$/;

/** The lines of a patch. A code fence or a shell's here-document around it is taken off. */
export function patchLines(text: string): readonly PatchLine[] {
  let lines = splitLines(text.replace(/^\ufeff/, ''));
  for (;;) {
    lines = fromFirst(lines);
    const inside = unwrapped(lines);
    if (!inside) return lines;
    lines = inside;
  }
}

function splitLines(text: string): readonly PatchLine[] {
  const lines: PatchLine[] = [];
  let from = 0;
  for (const match of text.matchAll(/\r?\n/g)) {
    lines.push({ text: text.slice(from, match.index), break: match[0], number: lines.length + 1 });
    from = match.index + match[0].length;
  }
  if (from < text.length) lines.push({ text: text.slice(from), break: '', number: lines.length + 1 });
  return lines;
}

function fromFirst(lines: readonly PatchLine[]): readonly PatchLine[] {
  const first = lines.findIndex(line => line.text.trim() !== '');
  return first < 0 ? [] : lines.slice(first);
}

function unwrapped(lines: readonly PatchLine[]): readonly PatchLine[] | undefined {
  const first = lines[0]?.text ?? '';
  const fence = FENCE.exec(first)?.[1];
  const word = (HEREDOC.exec(first) ?? PIPED.exec(first))?.[2];
  if (fence === undefined && word === undefined) return undefined;
  const end = lines.findLastIndex(line => line.text.trim() !== '');
  const closes = lines[end]!.text.trim() === (fence ?? word);
  if (end > 0 && closes) return lines.slice(1, end);
  // An envelope shows by itself whether it is whole.
  if (lines.some(line => line.text.startsWith('*** Begin Patch'))) return lines.slice(1);
  throw badPatch(
    lines.at(-1)!.number,
    `${JSON.stringify(fence ?? word)} was expected at the end, as it was opened at the start; the patch may be cut off.`,
    'unified',
  );
}
