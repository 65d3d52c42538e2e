import { compareLines } from '../hunk.ts';
import type { FileView } from '../lines/file-view.ts';
import { isTrivial, similarity } from '../lines/similarity.ts';
import { commonIndent, isBlank } from '../lines/white-space.ts';
import { hasEscapedBreaks } from './escaped-breaks.ts';
import { numbersNewOnly, type TextPair } from './pasted-numbers.ts';

/** What shows that the new text was spoilt on its way while the old one was not; undefined where nothing does. */
export function spoiltNew(view: FileView, pair: TextPair, path: string): string | undefined {
  if (numbersNewOnly(pair)) return 'new_text has line numbers that old_text has not';
  if (losesIndentation(pair)) return 'new_text has lost the indentation that old_text has';
  if (addsPlusSigns(view, pair)) return 'new_text marks its lines with + as a diff does';
  return holdsBreaks(pair, path) ? 'new_text holds line breaks as the two characters \\n' : undefined;
}

/** The new text starts at the margin, and all that it has in common with the old one lost as much. */
export function losesIndentation({ old, new: wanted }: TextPair): boolean {
  const lost = commonIndent(old);
  if (lost === '' || commonIndent(wanted) !== '') return false;
  const moved = new Set(old.filter(line => !isTrivial(line)).map(line => line.slice(lost.length)));
  const known = new Set(old.filter(line => !isBlank(line)));
  return !wanted.some(line => known.has(line)) && wanted.some(line => moved.has(line));
}

/** Every line that the new text adds starts with a plus sign, in a file where none starts so. */
function addsPlusSigns(view: FileView, { old, new: wanted }: TextPair): boolean {
  const sign = (line: string) => line.startsWith('+');
  if (!wanted.some(sign) || old.some(sign)) return false;
  const usual = new Set(view.file.lines.filter(sign).map(line => line.slice(0, 2)));
  if (wanted.some(line => usual.has(line.slice(0, 2)))) return false;
  const known = new Set(old);
  const added = compareLines(old, wanted).filter(line => line.mark === '+');
  return added.every(({ text }) => text === '' || sign(text) || known.has(text.slice(1)));
}

/** The new text is one line in which breaks between lines of code are escaped, and the old text shows none such. */
function holdsBreaks({ old, new: wanted }: TextPair, path: string): boolean {
  const [text] = wanted;
  if (wanted.length !== 1 || !text!.includes('\\n') || old.some(line => line.includes('\\n'))) return false;
  if (hasEscapedBreaks(text!, path) || text!.endsWith('\\n')) return true;
  // Code goes on with its indentation after such a break; in quotes it may be a text.
  if (/\\n(?: {2}|\\t|\t)/.test(text!) && (old.length > 1 || !text!.includes('"'))) return true;
  const known = old.filter(line => !isTrivial(line)).map(line => line.trim());
  const pieces = text!.split('\\n').map(piece =>
    piece
      .replace(/^(?:\\t)+/, '')
      .replaceAll('\\"', '"')
      .trim(),
  );
  if (old.length > 1)
    return pieces.some(piece => !isTrivial(piece) && known.some(line => similarity(line, piece) > 0.8));
  // Further lines that begin as the first one does: a comment, a list.
  const start = /^\s*(\/\/\S*|#+|\*|--|[-*+] |[\p{L}_]{3,} )/u.exec(text!)?.[1];
  return start !== undefined && pieces.slice(1).some(piece => piece.startsWith(start.trim()));
}
