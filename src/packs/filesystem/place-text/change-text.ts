import { ToolError } from '../../../tool/error.ts';
import { encodingName, type FileText, textOf } from '../read/text-of.ts';
import { changedRanges, excerptOf, type LineRange } from './answer/excerpt.ts';
import { FileView } from './file-view.ts';
import { splitFor, splitText } from './lines.ts';
import { isMiss, type Miss, type Placed } from './placed.ts';
import { applySplices, type Splice } from './splice.ts';

/** A file that is to be changed: its text with the way back to its bytes, and its lines. */
interface OpenText {
  readonly decoded: FileText;
  readonly view: FileView;
}

/** Opens the content of a file; one that has no line break yet gets `usual` ones. */
export function openText(content: Uint8Array, path: string, usual?: string): OpenText {
  const decoded = textOf(content);
  if (decoded) return { decoded, view: new FileView(splitText(decoded.text, usual)) };
  throw new ToolError('BINARY_FILE', `${path} is a binary file and holds no text to change. Nothing was changed.`);
}

/** A splice, and which of the edits or hunks it belongs to. */
interface OwnedSplice extends Splice {
  readonly owner: number;
}

/** What all edits or hunks write, in the order of the text; what two add in one place stays in their order. */
export function splicesOf(found: readonly (readonly Placed[] | Miss)[]): readonly OwnedSplice[] {
  return found
    .flatMap((places, owner) =>
      isMiss(places) ? [] : places.flatMap(({ splices }) => splices.map(splice => ({ owner, ...splice }))),
    )
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Two neighbours that change the same text and belong to different owners. They may share lines that both keep. */
export function overlapOf(sorted: readonly OwnedSplice[]): readonly [OwnedSplice, OwnedSplice] | undefined {
  const at = sorted.findIndex((one, index) => {
    const next = sorted[index + 1];
    if (!next || next.owner === one.owner) return false;
    return one.end > next.start || (one.start === next.start && one.end === next.end);
  });
  return at < 0 ? undefined : [sorted[at]!, sorted[at + 1]!];
}

interface ChangedText {
  readonly bytes: Uint8Array;
  /** Where each splice lies in the new text. */
  readonly ranges: readonly LineRange[];
  /** The numbered lines around the changes. */
  readonly excerpt: string;
}

/** Makes splices, in the order of the text; `finish` says what becomes of the text as a whole. */
export function changeText(
  { decoded, view: { file } }: OpenText,
  sorted: readonly Splice[],
  options: { path: string; excerptLines?: number | undefined; finish?: (text: string) => string },
): ChangedText {
  const { path, excerptLines, finish = text => text } = options;
  const missing = decoded.unencodable(sorted.map(splice => splice.text).join('\n'));
  if (missing !== undefined)
    throw new ToolError(
      'INVALID_ARGUMENTS',
      `${path} is in ${encodingName(decoded)}, which has no ${JSON.stringify(missing)}. Nothing was changed.`,
      { suggestion: 'Leave such characters out of the new text.', details: { path, character: missing } },
    );
  const text = finish(applySplices(file.text, sorted));
  const ranges = changedRanges(file, sorted);
  return { bytes: decoded.encode(text), ranges, excerpt: excerptOf(splitFor(file, text), ranges, excerptLines) };
}
