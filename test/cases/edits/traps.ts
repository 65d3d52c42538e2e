import { pick } from './cases.ts';
import { blank, type Draft, indentOf, type Mistake, otherWord } from './mistakes.ts';

const refuse = (draft: Draft): Draft => ({ ...draft, result: undefined });

/** Edits that must not be made, whatever else may be wrong with them. */
export const TRAPS: Readonly<Record<string, Mistake>> = {
  'already applied': draft => {
    // A line break at the start or end of old_text is any line break, not a blank line.
    const edge = blank(draft.old[0]!) || blank(draft.old.at(-1)!);
    const again =
      draft.result!.join('\n').includes(draft.old.join('\n')) && !draft.new.join('\n').includes(draft.old.join('\n'));
    // Blank lines may be added as often as one likes.
    const seen = (lines: readonly string[]) => lines.filter(line => !blank(line)).join('\n');
    if (seen(draft.new) === seen(draft.old)) return undefined;
    return edge && again ? undefined : refuse({ ...draft, file: draft.result! });
  },
  'target twice': (draft, random) => {
    const at = Math.floor(random() * 2) === 0 ? 0 : draft.file.length - 1;
    return refuse({ ...draft, file: draft.file.toSpliced(at, 0, ...draft.edit.old) });
  },
  'target changed meanwhile': (draft, random) => {
    const { from, head, tail, old } = draft.edit;
    const lines = old
      .map((_, i) => i)
      .filter(i => i >= head && i < old.length - tail && old[i]!.trim().length > 3 && !draft.new.includes(old[i]!));
    if (lines.length === 0) return undefined;
    const line = pick(random, lines);
    return refuse({
      ...draft,
      file: draft.file.with(from + line, `${indentOf(old[line]!)}/* new */ ${old[line]!.trim()}`),
    });
  },
  'target gone, a similar one left': (draft, random) => {
    const { from, old, head } = draft.edit;
    const lines = old.map((_, i) => i).filter(i => i < head && old[i]!.trim().length > 8);
    if (lines.length === 0) return undefined;
    const line = pick(random, lines);
    const other = otherWord(old[line]!, random);
    if (other === old[line]) return undefined;
    // The place that was meant has changed, and another place differs from it in one line. Without a line that tells little it is still there.
    const at = Math.min(head, old.length - 1);
    if (old[at]!.trim().length <= 8) return undefined;
    const near = [...old.with(line, other)];
    const file = draft.file.with(from + at, 'something else entirely;');
    return refuse({ ...draft, file: [...near, '', '', ...file] });
  },
  'old left out, new whole': draft => {
    const { head, tail, old } = draft.edit;
    if (old.length - head - tail < 2) return undefined;
    return refuse({ ...draft, old: [...old.slice(0, head), '// ...', ...old.slice(old.length - tail)] });
  },
  'placeholder in new': (draft, random) => {
    const remark = pick(random, [
      '// ... existing code ...',
      '# ... rest of the function unchanged ...',
      '/* rest unchanged */',
      '<!-- ... existing code ... -->',
      '// rest of the code remains the same',
      '... existing code ...',
      '-- (unchanged)',
    ]);
    const { head } = draft.edit;
    return refuse({
      ...draft,
      new: [...draft.new.slice(0, head), indentOf(draft.old[0] ?? '') + remark, ...draft.new.slice(head)],
    });
  },
};
