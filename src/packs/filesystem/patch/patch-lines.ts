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
const PROGRAM = '(?:apply_?patch|git apply|patch(?: -p1)?)(?: -)?';
const HEREDOC = new RegExp(
  `^\\s*(?:\\$ )?(?:(?:ba|z)?sh -l?c\\s+(?<shell>['"]))?(?:(?:${PROGRAM}|cat)\\s*)?` +
    `<<-?\\s*(?<quote>['"]?)(?<word>\\w+)\\k<quote>(?:\\s*\\|\\s*${PROGRAM})?\\s*$`,
);
const START = /^(?:\s*\*\*\* ?(?:Begin Patch|(?:Add|Update|Delete) File:)|diff --git |--- \S)/;

/** The lines of a patch. A code fence or a shell's here-document around it is taken off. */
export function patchLines(text: string): readonly PatchLine[] {
  let lines = splitLines(text.replace(/^\ufeff/, ''));
  for (;;) {
    lines = withBareEnds(fromFirst(lines));
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

/** The first and the last line without blanks around them where these are the envelope's; within it a space is a mark. */
function withBareEnds(lines: readonly PatchLine[]): readonly PatchLine[] {
  const last = lines.findLastIndex(line => line.text.trim() !== '');
  return lines.map((line, at) => {
    const text = line.text.trim();
    const ends = (at === 0 && /^\*\*\* ?Begin Patch$/.test(text)) || (at === last && /^\*\*\* ?End Patch$/.test(text));
    return ends ? { ...line, text: text.replace(/^\*\*\* ?/, '*** ') } : line;
  });
}

function unwrapped(lines: readonly PatchLine[]): readonly PatchLine[] | undefined {
  const first = lines[0]?.text ?? '';
  const fence = FENCE.exec(first)?.[1];
  if (fence !== undefined) return unfenced(lines, fence);
  const here = HEREDOC.exec(first)?.groups;
  return here ? fromShell(lines, here) : fromProse(lines);
}

/** What a model says before and after a fence is no part of the patch. */
function unfenced(lines: readonly PatchLine[], fence: string): readonly PatchLine[] {
  const end = lines.findLastIndex(line => line.text.trim() === fence);
  if (end > 0 && !lines.slice(end).some(line => START.test(line.text))) return lines.slice(1, end);
  return withoutEnd(lines, fence);
}

/** From the first fence on, where a patch begins right after it and none before. */
function fromProse(lines: readonly PatchLine[]): readonly PatchLine[] | undefined {
  const fence = lines.findIndex((line, at) => FENCE.test(line.text) && START.test(lines[at + 1]?.text ?? ''));
  if (fence < 0 || lines.slice(0, fence).some(line => START.test(line.text))) return undefined;
  return lines.slice(fence);
}

function fromShell(
  lines: readonly PatchLine[],
  { word = '', quote, shell }: Readonly<Record<string, string | undefined>>,
): readonly PatchLine[] {
  const texts = lines.map(line => line.text.trim());
  const last = texts.findLastIndex(text => text !== '');
  const ends = shell === undefined ? [word] : [word, word + shell];
  const end = shell !== undefined && texts[last] === shell ? last - 1 : last;
  if (end <= 0 || !ends.includes(texts[end]!)) return withoutEnd(lines, word);
  const inside = lines.slice(1, end);
  const sign = shell === "'" ? /'\\''/ : shell === '"' ? /\\["$`\\]/ : quote === '' ? /\\[$`]/ : undefined;
  // A quote that would end the shell's string shows that nothing was escaped for it.
  const bare = shell === '"' && inside.some(line => /(?<!\\)["`]/.test(line.text));
  const escaped = bare ? undefined : sign && inside.find(line => sign.test(line.text));
  if (!escaped) return inside;
  throw badPatch(
    escaped.number,
    'a shell would take a backslash away here, and whether that is meant cannot be told; send the patch itself, without the shell around it.',
  );
}

function withoutEnd(lines: readonly PatchLine[], end: string): readonly PatchLine[] {
  // An envelope shows by itself whether it is whole.
  if (lines.some(line => line.text.startsWith('*** Begin Patch'))) return lines.slice(1);
  throw badPatch(
    lines.at(-1)!.number,
    `${JSON.stringify(end)} was expected at the end, as it was opened at the start; the patch may be cut off.`,
    'unified',
  );
}
