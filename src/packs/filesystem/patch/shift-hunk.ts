import type { FileView } from '../edit/readings.ts';
import { indentOf, isBlank, trimBoth } from '../edit/white-space.ts';
import { newLinesMeant } from './new-lines-meant.ts';
import type { Hunk } from './patch-file.ts';

/**
 * A hunk whose old lines are all indented by the same amount more or less than the file's, moved to where the file
 * has them: its new lines go with its context. Undefined where that is not the case; refused where the new lines may
 * be indented as the file is already.
 */
export function shiftHunk(
  view: FileView,
  hunk: Hunk,
  own: readonly string[],
): Hunk | { readonly refused: string } | undefined {
  const samples = pairs(hunk, own);
  if (!samples.some(({ mark }) => mark === ' ')) return undefined;
  if (
    !samples.every(({ old, file }) => /^ *$/.test(old + file)) &&
    !samples.every(({ old, file }) => /^\t*$/.test(old + file))
  )
    return undefined;
  const by = samples[0]!.file.length - samples[0]!.old.length;
  if (by === 0 || samples.some(({ old, file }) => file.length - old.length !== by)) return undefined;
  const filler = samples.some(({ old, file }) => (old + file).includes('\t')) ? '\t' : ' ';
  const added = hunk.lines.filter(line => line.mark === '+' && !isBlank(line.text));
  if (added.some(line => !fits(line.text, filler, by))) return undefined;
  // By one column it is a space after the mark, and so for every line.
  const removes = samples.some(({ mark }) => mark === '-');
  if (
    mayBeInPlace(
      added.map(line => line.text),
      samples,
    ) ||
    (!removes && by !== -1 && added.length > 0 && !movesNewLines(view, hunk, own))
  ) {
    return { refused: 'its context is indented differently from the file, and its new lines may be or not' };
  }
  const width = mayBeWidth(
    view,
    samples,
    added.map(line => indentOf(line.text).length),
  );
  if (width === 'width') return undefined;
  if (width === 'unclear')
    return { refused: 'whether it is indented by more or with another width of indentation cannot be told' };
  const move = (text: string) => (isBlank(text) ? text : by > 0 ? filler.repeat(by) + text : text.slice(-by));
  return { ...hunk, lines: hunk.lines.map(line => ({ ...line, text: move(line.text) })) };
}

/** One or two lines of context may be indented wrongly by themselves; three of them show a habit. */
function movesNewLines(view: FileView, hunk: Hunk, own: readonly string[]): boolean {
  const meant = newLinesMeant(view, hunk, own);
  return meant === 'moved' || (meant === 'unclear' && own.filter(line => !isBlank(line)).length > 2);
}

interface Sample {
  readonly mark: string;
  readonly body: string;
  readonly old: string;
  readonly file: string;
}

function pairs({ lines }: Hunk, own: readonly string[]): Sample[] {
  let at = 0;
  return lines.flatMap(({ mark, text }) => {
    if (mark === '+') return [];
    const there = own[at++]!;
    return isBlank(text) ? [] : [{ mark, body: trimBoth(text), old: indentOf(text), file: indentOf(there) }];
  });
}

const fits = (text: string, filler: string, by: number): boolean => {
  const indent = indentOf(text);
  return [...indent].every(char => char === filler) && indent.length + by >= 0;
};

/** A new line that is an old one, indented as the file has it, where none of the new lines would stick out. */
function mayBeInPlace(added: readonly string[], samples: readonly Sample[]): boolean {
  const least = Math.min(...added.map(text => indentOf(text).length));
  if (least < Math.min(...samples.map(({ file }) => file.length))) return false;
  const evidence = added.map(text => {
    const same = samples.filter(({ body }) => body === trimBoth(text));
    if (same.some(({ old }) => old === indentOf(text))) return 'hunk';
    return same.some(({ file }) => file === indentOf(text)) ? 'file' : undefined;
  });
  return evidence.includes('file') && !evidence.includes('hunk');
}

/**
 * Lines of one depth do not show whether a hunk is moved or indented with another width: half as wide or twice as
 * wide as the file is. New lines of other depths differ then; the smallest step among them tells, if anything does.
 */
function mayBeWidth(
  { unit = '' }: FileView,
  samples: readonly Sample[],
  added: readonly number[],
): 'moved' | 'width' | 'unclear' {
  const [{ old, file }] = samples as [Sample];
  if (samples.some(sample => sample.old !== old) || old === '' || unit.includes('\t')) return 'moved';
  const ratio = file.length / old.length;
  if (ratio !== 2 && ratio !== 0.5) return 'moved';
  const steps = added.map(length => Math.abs(length - old.length)).filter(step => step > 0);
  if (steps.length === 0) return 'moved';
  const least = Math.min(...steps);
  if (unit === '') return 'unclear';
  if (least % unit.length !== 0) return (least * ratio) % unit.length === 0 ? 'width' : 'unclear';
  return (least * ratio) % unit.length === 0 ? 'unclear' : 'moved';
}
