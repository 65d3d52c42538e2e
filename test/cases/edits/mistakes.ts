import { type EditCase, pick, type Random, resultOf, type TrueEdit } from './cases.ts';

/** What a mistake starts from and leaves: the file, what the model sends, and what ought to come of it. */
export interface Draft {
  readonly file: readonly string[];
  readonly old: readonly string[];
  readonly new: readonly string[];
  readonly result: readonly string[] | undefined;
  readonly break: string;
  readonly edit: TrueEdit;
}

/** Spoils a draft; undefined where this mistake changes nothing here. */
export type Mistake = (draft: Draft, random: Random) => Draft | undefined;

export const blank = (line: string): boolean => line.trim() === '';
export const indentOf = (line: string): string => /^[ \t]*/.exec(line)![0];
const onBoth =
  (change: (line: string) => string): Mistake =>
  draft => ({
    ...draft,
    old: draft.old.map(change),
    new: draft.new.map(change),
  });
const onOld =
  (change: (line: string) => string): Mistake =>
  draft => ({ ...draft, old: draft.old.map(change) });
const wholeText =
  (change: (text: string) => string): Mistake =>
  draft => ({
    ...draft,
    old: [change(draft.old.join('\n'))],
    new: [change(draft.new.join('\n'))],
  });

const gone = (draft: Draft): boolean => draft.edit.new.length === 0;

function commonIndent(lines: readonly string[]): string {
  const indents = lines.filter(line => !blank(line)).map(indentOf);
  return indents.reduce((a, b) => {
    let n = 0;
    while (n < a.length && a[n] === b[n]) n++;
    return a.slice(0, n);
  }, indents[0] ?? '');
}

const dedent =
  (side: 'both' | 'old'): Mistake =>
  draft => {
    const cut = commonIndent([...draft.old, ...(side === 'both' ? draft.new : [])]).length;
    if (cut === 0) return undefined;
    return (side === 'both' ? onBoth : onOld)(line => (blank(line) ? line : line.slice(cut)))(draft, Math.random);
  };

const shift = (added: string): Mistake => onBoth(line => (blank(line) ? line : added + line));

const rescale =
  (from: number, to: number): Mistake =>
  draft => {
    const spaced = draft.old.filter(line => line.startsWith(' '));
    if (
      spaced.length === 0 ||
      [...draft.old, ...draft.new].some(line => indentOf(line).length % from !== 0 || line.startsWith('\t'))
    )
      return undefined;
    return onBoth(line => ' '.repeat((indentOf(line).length / from) * to) + line.trimStart())(draft, Math.random);
  };

const tabsToSpaces =
  (size: number): Mistake =>
  draft =>
    draft.old.some(line => line.startsWith('\t'))
      ? onBoth(line => indentOf(line).replaceAll('\t', ' '.repeat(size)) + line.slice(indentOf(line).length))(
          draft,
          Math.random,
        )
      : undefined;

const spacesToTabs =
  (size: number): Mistake =>
  draft =>
    draft.old.some(line => line.startsWith(' '.repeat(size)))
      ? onBoth(line => indentOf(line).replaceAll(' '.repeat(size), '\t') + line.slice(indentOf(line).length))(
          draft,
          Math.random,
        )
      : undefined;

const firstLineTrimmed =
  (side: 'both' | 'old'): Mistake =>
  draft => {
    const trim = (lines: readonly string[]) => lines.map((line, index) => (index === 0 ? line.trimStart() : line));
    return { ...draft, old: trim(draft.old), new: side === 'both' ? trim(draft.new) : draft.new };
  };

const numbered =
  (format: (n: number, line: string) => string, side: 'both' | 'old' | 'kept'): Mistake =>
  draft => {
    const { from, head, tail } = draft.edit;
    const old = draft.old.map((line, index) => format(from + 1 + index, line));
    if (side === 'old') return { ...draft, old };
    const inserted = (index: number) => index >= head && index < draft.new.length - tail;
    const wanted = draft.new.map((line, index) =>
      side === 'kept' && inserted(index) ? line : format(from + 1 + index, line),
    );
    return { ...draft, old, new: wanted };
  };

/** Changes one line of context, in old and new alike. */
const misremember =
  (change: (line: string, random: Random) => string): Mistake =>
  (draft, random) => {
    const { head, tail } = draft.edit;
    const length = draft.old.length;
    const lines = [...Array(head).keys(), ...Array.from({ length: tail }, (_, i) => length - tail + i)].filter(
      line => (draft.old[line] ?? '').trim().length > 8,
    );
    if (lines.length === 0 || length < 3) return undefined;
    const line = pick(random, lines);
    const wrong = change(draft.old[line]!, random);
    if (wrong === draft.old[line] || draft.file.includes(wrong)) return undefined;
    const inNew = line < head ? line : line + draft.new.length - length;
    return { ...draft, old: draft.old.with(line, wrong), new: draft.new.with(inNew, wrong) };
  };

export function otherWord(line: string, random: Random): string {
  const words = [...line.matchAll(/[A-Za-z]\w+/g)];
  if (words.length < 2) return line;
  const word = pick(random, words);
  return (
    line.slice(0, word.index) +
    pick(random, ['data', 'value', 'items', 'result', 'config']) +
    line.slice(word.index + word[0].length)
  );
}

/** Leaves blank lines of the context out, or puts one in. */
const withoutBlanks =
  (side: 'both' | 'old'): Mistake =>
  draft => {
    const { head, tail } = draft.edit;
    const strip = (lines: readonly string[]) =>
      lines.filter((line, index) => !blank(line) || (index >= head && index < lines.length - tail));
    const old = strip(draft.old);
    if (old.length === draft.old.length) return undefined;
    return { ...draft, old, new: side === 'both' ? strip(draft.new) : draft.new };
  };

const extraBlank: Mistake = (draft, random) => {
  const { head, tail } = draft.edit;
  const length = draft.old.length;
  const spots = [...Array(head).keys(), ...Array.from({ length: tail }, (_, i) => length - tail + i)].filter(
    line => line > 0,
  );
  if (spots.length === 0) return undefined;
  const at = pick(random, spots);
  const inNew = at < head ? at : at + draft.new.length - length;
  return { ...draft, old: draft.old.toSpliced(at, 0, ''), new: draft.new.toSpliced(inNew, 0, '') };
};

const elided =
  (remark: string): Mistake =>
  draft => {
    const { before, from, old, head, tail } = draft.edit;
    const further = before.slice(from + old.length + 3, from + old.length + 5);
    if (further.length < 2 || further.some(line => line.trim().length < 6) || tail < 1 || head < 1) return undefined;
    const rest = [`${indentOf(old[0]!)}${remark}`, ...further];
    return { ...draft, old: [...draft.old, ...rest], new: [...draft.new, ...rest] };
  };

const typographic = (line: string): string =>
  line
    .replace(/(^|[\s([{=,:])"/g, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([{=,:])'/g, '$1‘')
    .replaceAll("'", '’');

const jsonEscape = (text: string): string => JSON.stringify(text).slice(1, -1);
const entities = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const MISTAKES: Readonly<Record<string, Mistake>> = {
  none: draft => draft,
  dedented: dedent('both'),
  'dedented, old only': dedent('old'),
  'indented by 2': shift('  '),
  'indented by 4': shift('    '),
  'indented by a tab': shift('\t'),
  'unit 4 for 2': rescale(2, 4),
  'unit 2 for 4': rescale(4, 2),
  'spaces for tabs (4)': tabsToSpaces(4),
  'spaces for tabs (2)': tabsToSpaces(2),
  'tabs for spaces (4)': spacesToTabs(4),
  'tabs for spaces (2)': spacesToTabs(2),
  'first line trimmed': firstLineTrimmed('both'),
  'first line trimmed, old only': firstLineTrimmed('old'),
  'one line indented wrongly': (draft, random) => {
    const line = pick(random, [0, draft.old.length - 1]);
    if (blank(draft.old[line]!) || draft.edit.head === 0 || draft.edit.tail === 0) return undefined;
    const wrong = `  ${draft.old[line]}`;
    return { ...draft, old: draft.old.with(line, wrong), new: draft.new.with(line === 0 ? 0 : -1, wrong) };
  },
  // Lines of one level say by themselves that they moved, and nothing else.
  flattened: draft =>
    new Set(draft.old.filter(line => !blank(line)).map(indentOf)).size > 1
      ? onBoth(line => line.trimStart())(draft, Math.random)
      : undefined,
  'trailing space added': (draft, random) =>
    onBothSame(draft, line => (random() < 0.4 && line !== '' ? `${line} ` : line)),
  'trailing space dropped': draft =>
    draft.old.some(line => /\s$/.test(line)) ? onBoth(line => line.trimEnd())(draft, Math.random) : undefined,
  'inner spaces collapsed': draft =>
    draft.old.some(line => /\S {2,}\S/.test(line))
      ? onBoth(line => indentOf(line) + line.trim().replace(/ {2,}/g, ' '))(draft, Math.random)
      : undefined,
  'file has CRLF': draft => ({ ...draft, break: '\r\n' }),
  'file has CR': draft => ({ ...draft, break: '\r' }),
  'typographic quotes': draft =>
    draft.old.some(line => /["']/.test(line)) ? onBoth(typographic)(draft, Math.random) : undefined,
  'typographic quotes, old only': draft =>
    draft.old.some(line => /["']/.test(line)) ? onOld(typographic)(draft, Math.random) : undefined,
  'plain quotes for typographic': draft => {
    if (!draft.old.some(line => /["']/.test(line))) return undefined;
    return { ...draft, file: draft.file.map(typographic), result: draft.result?.map(typographic) };
  },
  'wide spaces': draft =>
    draft.old.some(line => /\S \S/.test(line))
      ? onBoth(line => line.replace(/(\S) (?=\S)/, '$1\u00a0'))(draft, Math.random)
      : undefined,
  'JSON escapes': wholeText(jsonEscape),
  'escaped line breaks': wholeText(text => text.replaceAll('\n', '\\n').replaceAll('\t', '\\t')),
  'escaped quotes': draft =>
    draft.old.some(line => line.includes('"'))
      ? onBoth(line => line.replaceAll('"', '\\"'))(draft, Math.random)
      : undefined,
  'escaped quotes and backslashes': draft =>
    draft.old.some(line => /["\\]/.test(line))
      ? onBoth(line => line.replaceAll('\\', '\\\\').replaceAll('"', '\\"'))(draft, Math.random)
      : undefined,
  'HTML entities': draft =>
    draft.old.some(line => /[<>&"]/.test(line)) ? onBoth(entities)(draft, Math.random) : undefined,
  'HTML entities, old only': draft =>
    draft.old.some(line => /[<>&"]/.test(line)) ? onOld(entities)(draft, Math.random) : undefined,
  'numbers with a tab': numbered((n, line) => `${String(n).padStart(6)}\t${line}`, 'both'),
  'numbers with a tab, old only': numbered((n, line) => `${String(n).padStart(6)}\t${line}`, 'old'),
  'numbers with a tab, kept lines only': numbered((n, line) => `${String(n).padStart(6)}\t${line}`, 'kept'),
  'numbers with an arrow': numbered((n, line) => `${String(n).padStart(5)}→${line}`, 'both'),
  'numbers with a colon': numbered((n, line) => `${n}: ${line}`, 'both'),
  'numbers with a bar': numbered((n, line) => `${n}| ${line}`, 'both'),
  'numbers with an L': numbered((n, line) => `L${n}: ${line}`, 'both'),
  'code fence': draft =>
    gone(draft) ? undefined : { ...draft, old: ['```ts', ...draft.old, '```'], new: ['```ts', ...draft.new, '```'] },
  'diff markers': draft => {
    const { head, tail } = draft.edit;
    const mark = (lines: readonly string[], sign: string) =>
      lines.map((line, index) => (index >= head && index < lines.length - tail ? sign : ' ') + line);
    if (draft.old.length === head + tail && draft.new.length === head + tail) return undefined;
    return { ...draft, old: mark(draft.old, '-'), new: mark(draft.new, '+') };
  },
  'diff markers on changes only': draft => {
    const { head, tail } = draft.edit;
    if (draft.old.length === head + tail) return undefined;
    const mark = (lines: readonly string[], sign: string) =>
      lines.map((line, index) => (index >= head && index < lines.length - tail ? sign : '') + line);
    return { ...draft, old: mark(draft.old, '-'), new: mark(draft.new, '+') };
  },
  'context word misremembered': misremember(otherWord),
  'context comment added': misremember(line => `${line} // note`),
  'context line cut': misremember(line => line.slice(0, Math.ceil(line.length * 0.75))),
  'blank lines left out': withoutBlanks('both'),
  'blank lines left out, old only': withoutBlanks('old'),
  'blank line too many': extraBlank,
  'middle left out': elided('// ... existing code ...'),
  'middle left out with dots': elided('...'),
  'final newline in old and new': draft =>
    gone(draft) ? undefined : { ...draft, old: [...draft.old, ''], new: [...draft.new, ''] },
  'final newline in old only': draft =>
    draft.new.length === 0 ||
    blank(draft.new.at(-1)!) ||
    blank(draft.edit.before[draft.edit.from + draft.edit.old.length] ?? '')
      ? undefined
      : { ...draft, old: [...draft.old, ''] },
  'changed elsewhere': draft => {
    const { from } = draft.edit;
    if (from < 3) return undefined;
    return {
      ...draft,
      file: ['changed', ...draft.file.slice(1)],
      result: draft.result && ['changed', ...draft.result.slice(1)],
    };
  },
};

function onBothSame(draft: Draft, change: (line: string) => string): Draft {
  const { head, tail } = draft.edit;
  const old = draft.old.map(change);
  const lines = draft.new.length;
  const wanted = draft.new.map((line, index) =>
    index < head ? old[index]! : index >= lines - tail ? old[old.length - (lines - index)]! : change(line),
  );
  return { ...draft, old, new: wanted };
}

export function draftOf(edit: TrueEdit): Draft {
  // Whole lines that go altogether go with their line break.
  const gone = edit.new.length === 0;
  const [old, wanted] = gone ? [[...edit.old, ''], ['']] : [edit.old, edit.new];
  return { file: edit.before, old, new: wanted, result: resultOf(edit), break: '\n', edit };
}

export function toCase(kind: string, draft: Draft): EditCase {
  const join = (lines: readonly string[]) => lines.join(draft.break);
  return {
    kind,
    file: join(draft.file),
    old: draft.old.join('\n'),
    new: draft.new.join('\n'),
    result: draft.result && join(draft.result),
  };
}
