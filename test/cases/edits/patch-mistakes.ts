import type { HunkLine } from '../../../src/packs/filesystem/place-text/hunk.ts';
import { pick, type Random } from './cases.ts';
import type { CaseFile, CaseHunk, PatchDraft } from './patch-cases.ts';

/** Spoils a patch as models do; undefined where the mistake changes nothing here. Used by tests only. */
export type PatchMistake = (draft: PatchDraft, random: Random) => PatchDraft | undefined;

const blank = (line: string): boolean => line.trim() === '';
const indentOf = (line: string): string => /^[ \t]*/.exec(line)![0];

const onFiles = (draft: PatchDraft, change: (file: CaseFile) => CaseFile): PatchDraft => ({
  ...draft,
  files: draft.files.map(change),
});

const onHunks = (draft: PatchDraft, change: (hunk: CaseHunk, file: CaseFile) => CaseHunk): PatchDraft =>
  onFiles(draft, file => ({ ...file, hunks: file.hunks.map(hunk => change(hunk, file)) }));

const onLines = (
  draft: PatchDraft,
  change: (line: HunkLine, index: number, all: readonly HunkLine[]) => HunkLine | undefined,
): PatchDraft | undefined => {
  let changed = false;
  const next = onHunks(draft, hunk => ({
    ...hunk,
    lines: hunk.lines.flatMap((line, index, all) => {
      const made = change(line, index, all);
      if (made?.text !== line.text) changed = true;
      return made ? [made] : [];
    }),
  }));
  return changed ? next : undefined;
};

/** Where the old lines stay exact, new lines are meant as they are written, so such a hunk is left alone. */
const onText =
  (change: (text: string) => string): PatchMistake =>
  draft =>
    onLines(draft, (line, _, all) =>
      all.some(each => each.mark !== '+' && change(each.text) !== each.text)
        ? { ...line, text: change(line.text) }
        : line,
    );

const unifiedOnly =
  (mistake: PatchMistake): PatchMistake =>
  (draft, random) =>
    draft.dialect === 'unified' ? mistake(draft, random) : undefined;

const by = (random: Random, most: number): number => (1 + Math.floor(random() * most)) * (random() < 0.5 ? -1 : 1);

const refused = (file: CaseFile): CaseFile => ({ ...file, after: undefined });

function commonIndent(lines: readonly string[]): number {
  return Math.min(...lines.filter(line => !blank(line)).map(line => indentOf(line).length));
}

function otherWord(line: string, random: Random): string {
  const words = [...line.matchAll(/[A-Za-z]\w+/g)];
  if (words.length < 2) return line;
  const word = pick(random, words);
  const other = pick(random, ['data', 'value', 'items', 'result', 'config']);
  return line.slice(0, word.index) + other + line.slice(word.index + word[0].length);
}

/** Patches that say what is meant, in spite of the mistake. */
export const PATCH_MISTAKES: Readonly<Record<string, PatchMistake>> = {
  none: draft => draft,
  'wrong line numbers': unifiedOnly((draft, random) =>
    onHunks(draft, hunk => ({ ...hunk, oldLine: Math.max(1, hunk.oldLine + by(random, 40)) })),
  ),
  'wrong counts': unifiedOnly((draft, random) => ({
    ...draft,
    numbers: (hunk, counts) =>
      `@@ -${hunk.oldLine},${Math.max(1, counts.old + by(random, 2))} +${hunk.newLine},${Math.max(1, counts.new + by(random, 2))} @@`,
  })),
  'no numbers': unifiedOnly(draft => ({ ...draft, numbers: () => '@@ ... @@' })),
  'names without prefixes': unifiedOnly(draft => ({ ...draft, plainNames: true })),
  'blank context as empty lines': draft => ({ ...draft, finish: text => text.replace(/^ $/gm, '') }),
  'trailing space of the patch lost': draft => ({ ...draft, finish: text => text.replace(/^( .*?)[ \t]+$/gm, '$1') }),
  'trailing space of context lost': draft =>
    onFiles(draft, file => {
      const context = new Set(file.hunks.flatMap(contextLines));
      const trail = (lines: readonly string[], at: (line: number) => boolean) =>
        lines.map((line, index) => (at(index) && !blank(line) ? `${line}  ` : line));
      const before = trail(file.before, line => context.has(line));
      return { ...file, before, after: afterOf({ ...file, before }) };
    }),
  'blank context left out': draft => onLines(draft, line => (line.mark === ' ' && blank(line.text) ? undefined : line)),
  'blank context too much': (draft, random) =>
    onContextPairs(draft, random, (before, after) => [before, { mark: ' ', text: '' }, after]),
  'a line of context left out': (draft, random) =>
    onContextPairs(draft, random, (before, after, outer) => (outer && !blank(after.text) ? [before] : [before, after])),
  'context without its marks': draft =>
    onRendered(draft, line => (line.mark === ' ' && !/^[-+@*\\d]/.test(line.text) ? line.text : undefined)),
  'a space after plus and minus': draft =>
    draft.files.every(file => file.hunks.every(hunk => hunk.lines.some(line => line.mark === '-' && !blank(line.text))))
      ? onLines(draft, line => (line.mark === ' ' || blank(line.text) ? line : { ...line, text: ` ${line.text}` }))
      : undefined,
  'pasted line numbers': draft =>
    onHunks(draft, hunk => {
      let [old, fresh] = [hunk.oldLine, hunk.newLine];
      const numbered = ({ mark, text }: HunkLine): HunkLine => {
        const number = mark === '+' ? fresh : old;
        if (mark !== '+') old++;
        if (mark !== '-') fresh++;
        return { mark, text: `${String(number).padStart(6)}\t${text}` };
      };
      return { ...hunk, lines: hunk.lines.map(numbered) };
    }),
  'other quotes in the context': draft =>
    onLines(draft, line => (line.mark === ' ' ? { ...line, text: line.text.replaceAll("'", '"') } : line)),
  'semicolons of the context lost': draft =>
    onLines(draft, line => (line.mark === ' ' ? { ...line, text: line.text.replace(/;$/, '') } : line)),
  'a blank line after each hunk': draft => ({
    ...draft,
    finish: text => text.replace(/^(?=@@|\*\*\* |--- a\/)/gm, '\n').trimStart(),
  }),
  'CRLF in the file': draft => onFiles(draft, file => ({ ...file, break: '\r\n' })),
  'CRLF in the patch': draft => ({ ...draft, finish: text => text.replaceAll('\n', '\r\n') }),
  'CRLF in both': draft => ({
    ...onFiles(draft, file => ({ ...file, break: '\r\n' })),
    finish: text => text.replaceAll('\n', '\r\n'),
  }),
  'code fence': draft => ({ ...draft, finish: text => `\`\`\`diff\n${text}\`\`\`\n` }),
  'code fence in prose': draft => ({
    ...draft,
    finish: text => `The change:\n\n\`\`\`diff\n${text}\`\`\`\n\nThat is all.\n`,
  }),
  'here-document': draft => ({ ...draft, finish: text => `apply_patch <<'EOF'\n${text}EOF\n` }),
  dedented: draft => {
    let changed = false;
    const next = onHunks(draft, hunk => {
      const cut = commonIndent(hunk.lines.map(line => line.text));
      if (cut > 0) changed = true;
      return {
        ...hunk,
        lines: hunk.lines.map(line => ({ ...line, text: blank(line.text) ? line.text : line.text.slice(cut) })),
      };
    });
    return changed ? next : undefined;
  },
  'indented by 2': onText(line => (blank(line) ? line : `  ${line}`)),
  'indented by 1 (marker after a space)': onText(line => (blank(line) ? line : ` ${line}`)),
  'spaces for tabs': onText(line => indentOf(line).replaceAll('\t', '    ') + line.slice(indentOf(line).length)),
  'tabs for spaces': onText(line => indentOf(line).replaceAll('    ', '\t') + line.slice(indentOf(line).length)),
  'outer context indented wrongly': draft =>
    onLines(draft, (line, index, all) =>
      line.mark === ' ' && (index === 0 || index === all.length - 1) && !blank(line.text)
        ? { ...line, text: `  ${line.text}` }
        : line,
    ),
  'typographic quotes': onText(line => line.replace(/(^|[\s([{=,:])"/g, '$1“').replaceAll('"', '”')),
  'a word of the context misremembered': (draft, random) =>
    onHunksOnce(draft, random, (line, file) => {
      const text = otherWord(line.text, random);
      return line.mark === ' ' && !file.before.includes(text) ? { ...line, text } : line;
    }),
  'changed elsewhere': draft =>
    onFiles(draft, file => {
      const first = Math.min(...file.hunks.map(hunk => hunk.oldLine));
      if (first < 4) return file;
      const more = ['// one more', '// and another'];
      return { ...file, before: [...more, ...file.before], after: file.after && [...more, ...file.after] };
    }),
};

/** Patches that must not be applied. */
export const PATCH_TRAPS: Readonly<Record<string, PatchMistake>> = {
  'the same block twice': draft => {
    // The numbers name neither place, and no anchor tells them apart.
    const [first, ...others] = draft.files;
    const { edit } = first!.hunks[0]!;
    const before = [...first!.before, '', ...edit.old, ''];
    const hunks = first!.hunks.map(({ anchor: _, ...hunk }) => ({ ...hunk, oldLine: hunk.oldLine + 1 }));
    return { ...draft, files: [refused({ ...first!, before, hunks }), ...others] };
  },
  'already applied': draft => {
    const [first, ...others] = draft.files;
    const again = first!.hunks.every(({ edit }) => !first!.after!.join('\n').includes(edit.old.join('\n')));
    return again ? { ...draft, files: [refused({ ...first!, before: first!.after! }), ...others] } : undefined;
  },
  'target changed meanwhile': (draft, random) => {
    const [first, ...others] = draft.files;
    const { edit } = first!.hunks[0]!;
    const lines = edit.old
      .map((_, index) => index)
      .filter(index => index >= edit.head && index < edit.old.length - edit.tail && edit.old[index]!.trim().length > 3);
    const line = pick(random, lines);
    if (line === undefined) return undefined;
    const text = `${indentOf(edit.old[line]!)}/* new */ ${edit.old[line]!.trim()}`;
    return { ...draft, files: [refused({ ...first!, before: first!.before.with(edit.from + line, text) }), ...others] };
  },
  'target gone, the same lines in another block': draft => {
    const [first, ...others] = draft.files;
    const isAnchor = (line: string, anchor: string | undefined) => anchor !== undefined && line.includes(anchor);
    const hunk = first!.hunks.find(each => first!.before.filter(line => isAnchor(line, each.anchor)).length === 1);
    if (!hunk || draft.dialect === 'unified') return undefined;
    const { edit } = hunk;
    const at = edit.from + Math.min(edit.head, edit.old.length - 1);
    const before = [...first!.before.with(at, 'something else entirely;'), 'function other() {', ...edit.old, '}', ''];
    if (indentOf(edit.old.find(line => !blank(line))!) === '') return undefined;
    return { ...draft, files: [refused({ ...first!, before }), ...others] };
  },
  'target changed, a similar place left': (draft, random) => {
    const [first, ...others] = draft.files;
    const [hunk, ...more] = first!.hunks;
    const { edit } = hunk!;
    const lines = edit.old.flatMap((line, index) => (index < edit.head && line.trim().length > 8 ? [index] : []));
    const line = pick(random, lines);
    if (line === undefined) return undefined;
    const other = otherWord(edit.old[line]!, random);
    if (other === edit.old[line]) return undefined;
    // The place that was meant has changed, and another differs from it in one line of context.
    const changed = first!.before.with(
      edit.from + Math.min(edit.head, edit.old.length - 1),
      'something else entirely;',
    );
    const before = [...edit.old.with(line, other), '', '', ...changed];
    const { anchor: _, ...bare } = hunk!;
    return { ...draft, files: [refused({ ...first!, before, hunks: [bare, ...more] }), ...others] };
  },
  'placeholder in the new lines': (draft, random) => {
    const remark = pick(random, ['// ... existing code ...', '# ... rest unchanged ...', '/* rest unchanged */']);
    const [first, ...others] = draft.files;
    const [hunk, ...more] = first!.hunks;
    const at = hunk!.lines.findLastIndex(line => line.mark !== ' ') + 1;
    const lines = hunk!.lines.toSpliced(at, 0, { mark: '+', text: remark });
    return { ...draft, files: [refused({ ...first!, hunks: [{ ...hunk!, lines }, ...more] }), ...others] };
  },
};

/** Changes two neighbouring lines of context in each hunk; `outer` says that the second lies between others. */
function onContextPairs(
  draft: PatchDraft,
  random: Random,
  change: (before: HunkLine, after: HunkLine, outer: boolean) => HunkLine[],
): PatchDraft | undefined {
  let changed = false;
  const next = onHunks(draft, hunk => {
    const { lines } = hunk;
    const isContext = (at: number) => lines[at]?.mark === ' ';
    const pairs = lines.flatMap((line, at) =>
      isContext(at) && isContext(at + 1) && !blank(line.text) && !blank(lines[at + 1]!.text) ? [at] : [],
    );
    const at = pick(random, pairs);
    if (at === undefined) return hunk;
    const made = change(lines[at]!, lines[at + 1]!, isContext(at + 2));
    if (made.length !== 2) changed = true;
    return { ...hunk, lines: lines.toSpliced(at, 2, ...made) };
  });
  return changed ? next : undefined;
}

/** Writes lines otherwise than their marks say. */
function onRendered(draft: PatchDraft, change: (line: HunkLine) => string | undefined): PatchDraft {
  const written = new Map<string, string>();
  for (const { hunks } of draft.files)
    for (const { lines } of hunks)
      for (const line of lines) written.set(line.mark + line.text, change(line) ?? line.mark + line.text);
  return {
    ...draft,
    finish: text =>
      text
        .split('\n')
        .map(line => written.get(line) ?? line)
        .join('\n'),
  };
}

function contextLines({ edit }: CaseHunk): number[] {
  const { from, old, head, tail } = edit;
  return old
    .map((_, index) => index)
    .filter(index => index < head || index >= old.length - tail)
    .map(index => from + index);
}

/** The hunks made in the file as it is, context kept. */
function afterOf({ before, hunks }: CaseFile): string[] {
  const after = [...before];
  for (const { edit } of hunks.toReversed()) {
    const { from, old, new: wanted, head, tail } = edit;
    after.splice(from + head, old.length - head - tail, ...wanted.slice(head, wanted.length - tail));
  }
  return after;
}

function onHunksOnce(
  draft: PatchDraft,
  random: Random,
  change: (line: HunkLine, file: CaseFile) => HunkLine,
): PatchDraft | undefined {
  let changed = false;
  const next = onHunks(draft, (hunk, file) => {
    const telling = hunk.lines.flatMap((line, at) => (line.mark === ' ' && line.text.trim().length > 8 ? [at] : []));
    const at = pick(random, telling);
    if (at === undefined) return hunk;
    const made = change(hunk.lines[at]!, file);
    if (made.text !== hunk.lines[at]!.text) changed = true;
    return { ...hunk, lines: hunk.lines.with(at, made) };
  });
  return changed ? next : undefined;
}
