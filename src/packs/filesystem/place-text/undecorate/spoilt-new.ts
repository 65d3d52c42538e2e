import { smallestOf } from '../../../../tool/lists/long-lists.ts';
import type { FileView } from '../file-view.ts';
import { compareLines, type TextPair, type Wording } from '../hunk.ts';
import { indentOf, isBlank, isTrivial } from '../lines.ts';
import { numbersNewOnly } from './decorations.ts';
import { hasEscaped } from './escapes.ts';

/** The sign that the new text was spoilt on its way while the old one was not; undefined where there is none. */
export function spoiltNew(view: FileView, { decoration, ...pair }: Wording): string | undefined {
  if (losesIndentation(pair)) return 'new_text has lost the indentation that old_text has';
  if (decoration !== '') return undefined;
  if (numbersNewOnly(pair)) return 'new_text has line numbers that old_text has not';
  if (addsEntities(view, pair)) return 'new_text writes its < > & as HTML entities, and the file has none';
  if (addsPlusSigns(view, pair)) return 'new_text marks its lines with + as a diff does';
  const [only = '', second] = pair.new;
  const holdsBreaks = second === undefined && hasEscaped(only, /\\n/) && !pair.old.some(line => line.includes('\\n'));
  return holdsBreaks ? 'new_text holds line breaks as the two characters \\n' : undefined;
}

/** Whether the new text starts at the margin, and all that it shares with the old one lost as much indentation. */
function losesIndentation({ old, new: wanted }: TextPair): boolean {
  const outermost = (lines: readonly string[]) =>
    smallestOf(lines.filter(line => !isBlank(line)).map(line => indentOf(line).length));
  const lost = outermost(old);
  if (lost === 0 || outermost(wanted) > 0) return false;
  const moved = new Set(old.filter(line => !isTrivial(line)).map(line => line.slice(lost)));
  return !wanted.some(line => !isBlank(line) && old.includes(line)) && wanted.some(line => moved.has(line));
}

const ENTITY = /&(?:lt|gt|amp);/g;
/** Tags: in a file that has them, entities are the way to write such signs. */
const TAG = /<\/[a-z][\w:.-]*\s*>|<[a-z][^<>]*\/>/i;

/**
 * Whether all < > & of the new text are entities, while the old text has none of these signs, and the file has neither
 * entities nor tags to show that they are meant.
 */
function addsEntities({ file: { text } }: FileView, { old, new: wanted }: TextPair): boolean {
  const after = wanted.join('\n');
  const isSpelt = after.search(ENTITY) >= 0 && !/[<>&]/.test(after.replace(ENTITY, ''));
  return isSpelt && !/[<>&]/.test(old.join()) && text.search(ENTITY) < 0 && /[<>]/.test(text) && !TAG.test(text);
}

/** Whether every line that the new text adds starts with a plus sign, in a file where no line starts so. */
function addsPlusSigns({ file }: FileView, { old, new: wanted }: TextPair): boolean {
  const sign = (line: string) => line.startsWith('+');
  if (!wanted.some(sign) || old.some(sign)) return false;
  const usual = new Set(file.lines.filter(sign).map(line => line.slice(0, 2)));
  if (wanted.some(line => usual.has(line.slice(0, 2)))) return false;
  const added = compareLines(old, wanted).filter(line => line.mark === '+');
  return added.every(({ text }) => text === '' || sign(text) || old.includes(text.slice(1)));
}
