import { pick, type Random } from './cases.ts';
import { blank, type Draft, indentOf, type Mistake } from './mistakes.ts';

const onOld = (draft: Draft, change: (line: string, index: number) => string): Draft => ({
  ...draft,
  old: draft.old.map(change),
});

/** The lines of the file that are context of the edit, as numbers in the file. */
function contextLines({ edit: { from, head, tail, old } }: Draft): number[] {
  return old
    .map((_, at) => at)
    .filter(at => at < head || at >= old.length - tail)
    .map(at => from + at);
}

/** Changes the file and what is wanted of it alike, outside of what the edit replaces. */
function meanwhile(draft: Draft, line: number, replacement: readonly string[], count = 1): Draft {
  const { from, head, old, new: wanted, tail } = draft.edit;
  const inResult = line < from + head ? line : line + wanted.length - old.length;
  if (line >= from + head && line < from + old.length - tail) return draft;
  return {
    ...draft,
    file: draft.file.toSpliced(line, count, ...replacement),
    result: draft.result!.toSpliced(inResult, count, ...replacement),
  };
}

/** Numbers before every line, as files are shown; the new text counts on and goes back to the old numbers of what it keeps. */
const numberedAnew =
  (format: (n: number, line: string) => string): Mistake =>
  draft => {
    const { from, tail } = draft.edit;
    if (draft.new.length <= tail || draft.edit.new.length === 0) return undefined;
    const old = draft.old.map((line, at) => format(from + 1 + at, line));
    const wanted = draft.new.map((line, at) => {
      const kept = at >= draft.new.length - tail;
      return format(from + 1 + (kept ? at + draft.old.length - draft.new.length : at), line);
    });
    return { ...draft, old, new: wanted };
  };

const unnumbered =
  (format: (n: number, line: string) => string): Mistake =>
  draft => ({ ...draft, old: draft.old.map((line, at) => format(draft.edit.from + 1 + at, line)) });

const BAR = (n: number, line: string): string => `${String(n).padStart(4)} | ${line}`;
const ARROW = (n: number, line: string): string => `${String(n).padStart(5)}→${line}`;
const COLON = (n: number, line: string): string => `${n}: ${line}`;
const TAB = (n: number, line: string): string => `  ${n}\t${line}`;
const trimmedEnd = (format: (n: number, line: string) => string) => (n: number, line: string) =>
  blank(line) ? format(n, '').trimEnd() : format(n, line);

const jsonTwice = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Mistakes that leave one reading. */
export const DECIDABLE: Readonly<Record<string, Mistake>> = {
  'numbers with a bar between spaces': draft => {
    const { from } = draft.edit;
    const number = (lines: readonly string[]) => lines.map((line, at) => BAR(from + 1 + at, line));
    return { ...draft, old: number(draft.old), new: number(draft.new) };
  },
  'numbers with a bar, old only': unnumbered(BAR),
  'numbers with an arrow, old only': unnumbered(ARROW),
  'numbers with a colon, old only': unnumbered(COLON),
  'numbers with a bar, counted anew': numberedAnew(BAR),
  'numbers with an arrow, counted anew': numberedAnew(ARROW),
  'numbers with a colon, counted anew': numberedAnew(COLON),
  'numbers with a tab, counted anew': numberedAnew(TAB),
  'numbers with an arrow, blank lines bare': numberedAnew(trimmedEnd(ARROW)),
  'numbers with a colon, blank lines bare': numberedAnew(trimmedEnd(COLON)),
  'numbers and one level less': draft => {
    const cut = Math.min(
      ...[...draft.old, ...draft.new].filter(line => !blank(line)).map(line => indentOf(line).length),
    );
    if (cut === 0 || draft.edit.new.length === 0) return undefined;
    const bare = (lines: readonly string[]) =>
      lines.map((line, at) => ARROW(draft.edit.from + 1 + at, blank(line) ? '' : line.slice(cut)));
    return { ...draft, old: bare(draft.old), new: bare(draft.new) };
  },
  'trailing space in old only': (draft, random) =>
    onOld(draft, line => (random() < 0.5 && line !== '' ? `${line}  ` : line)),
  'trailing space on every line': draft => ({
    ...draft,
    old: draft.old.map(line => `${line} `),
    new: draft.new.map(line => `${line} `),
  }),
  'trailing space in the file': (draft, random) => {
    const lines = contextLines(draft).filter(() => random() < 0.6);
    if (lines.length === 0) return undefined;
    return lines.reduce((made, line) => meanwhile(made, line, [`${made.file[line]}  `]), draft);
  },
  'blank lines of the file hold spaces': draft => {
    const lines = contextLines(draft).filter(line => draft.file[line] === '');
    if (lines.length === 0) return undefined;
    return lines.reduce((made, line) => meanwhile(made, line, ['    ']), draft);
  },
  'tabs and newlines of strings escaped too': draft =>
    draft.old.join('\n').includes('\\') && !draft.file.join('\n').includes('\\\\')
      ? { ...draft, old: [jsonTwice(draft.old.join('\n'))], new: [jsonTwice(draft.new.join('\n'))] }
      : undefined,
  'JSON escapes, line by line': draft =>
    draft.old.some(line => /["\\]/.test(line))
      ? { ...draft, old: draft.old.map(jsonTwice), new: draft.new.map(jsonTwice) }
      : undefined,
  'a string literal around all': draft => ({
    ...draft,
    old: [JSON.stringify(draft.old.join('\n'))],
    new: [JSON.stringify(draft.new.join('\n'))],
  }),
  'code fence, old only': draft =>
    draft.edit.new.length === 0 ? undefined : { ...draft, old: ['```', ...draft.old, '```'] },
};

const otherLine = (random: Random): string =>
  pick(random, ['const other = compute(first, 17);', '# a remark about it', 'return another.value ?? fallback;']);

/** Mistakes after which one reading is likely and none is certain. */
export const PLAUSIBLE: Readonly<Record<string, Mistake>> = {
  'context changed nearby': (draft, random) => {
    const { from, head, tail, old } = draft.edit;
    // Not right beside the change, so that what stands there still says where it goes.
    const far = contextLines(draft).filter(
      line => (line < from + head - 1 || line > from + old.length - tail) && !blank(draft.file[line]!),
    );
    if (far.length === 0) return undefined;
    const line = pick(random, far);
    return meanwhile(draft, line, [indentOf(draft.file[line]!) + otherLine(random)]);
  },
  'line added to the context': (draft, random) => {
    const { from, head } = draft.edit;
    const inside = contextLines(draft).filter(line => line > from && line < from + head);
    if (inside.length === 0) return undefined;
    const line = pick(random, inside);
    return meanwhile(draft, line, [indentOf(draft.file[line]!) + otherLine(random), draft.file[line]!]);
  },
  'line taken from the context': (draft, random) => {
    const { from, head } = draft.edit;
    const inside = contextLines(draft).filter(
      line => line > from && line < from + head - 1 && !blank(draft.file[line]!),
    );
    if (inside.length === 0) return undefined;
    return meanwhile(draft, pick(random, inside), []);
  },
  'middle left out with one sign': draft => {
    const { before, from, old, head, tail } = draft.edit;
    const further = before.slice(from + old.length + 3, from + old.length + 5);
    if (further.length < 2 || further.some(line => line.trim().length < 6) || tail < 1 || head < 1) return undefined;
    const rest = [`${indentOf(old[0]!)}…`, ...further];
    return { ...draft, old: [...draft.old, ...rest], new: [...draft.new, ...rest] };
  },
  'alignment collapsed': draft => {
    const collapse = (line: string) => indentOf(line) + line.trimStart().replace(/(\S)[ \t]{2,}(?=\S)/g, '$1 ');
    if (!draft.old.some(line => collapse(line) !== line)) return undefined;
    return { ...draft, old: draft.old.map(collapse), new: draft.new.map(collapse) };
  },
};
