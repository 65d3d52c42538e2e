import { ToolError } from '../../../tool/error.ts';
import { encodingName, type FileText, textOf } from '../read/text-of.ts';
import { changedRanges, excerptOf, type LineRange } from './answer/excerpt.ts';
import { FileView } from './file-view.ts';
import { positionAt, splitFor, splitText } from './lines.ts';
import { applySplices, type Splice } from './splice.ts';
import type { Placed } from './write-hunk.ts';

/** A file that is to be changed: its text with the way back to its bytes, and its lines. */
interface OpenText {
  readonly decoded: FileText;
  readonly view: FileView;
}

/** Opens the content of a file; a text without a line break gets `usual` ones. */
export function openText(content: Uint8Array, path: string, usual?: string): OpenText {
  const decoded = textOf(content);
  if (decoded) return { decoded, view: new FileView(splitText(decoded.text, usual)) };
  throw new ToolError('BINARY_FILE', `${path} is a binary file and holds no text to change. Nothing was changed.`);
}

/** A splice, and which of the edits or hunks it belongs to. */
interface OwnedSplice extends Splice {
  readonly owner: number;
}

/**
 * The splices of all edits or hunks, in the order of the text; two additions in one place stay in their order. Two may
 * share lines that both keep, but none that one of them changes.
 */
export function joinSplices(
  { file }: FileView,
  found: readonly (readonly Placed[])[],
  { path, what }: { path: string; what: 'edits' | 'hunks' },
): readonly OwnedSplice[] {
  const sorted = found
    .flatMap((places, owner) => places.flatMap(({ splices }) => splices.map(splice => ({ owner, ...splice }))))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  for (const [at, next] of sorted.entries()) {
    const one = sorted[at - 1];
    const apart = !one || one.owner === next.owner || one.end < next.start;
    if (!apart && (one.end > next.start || (one.start === next.start && one.end === next.end)))
      throw overlapError(path, what, [one.owner, next.owner], positionAt(file, next.start).line + 1);
  }
  return sorted;
}

/** The error for two edits or hunks, by their indices, that change the same text. */
export function overlapError(path: string, what: string, owners: readonly number[], line?: number): ToolError {
  const overlap = owners.map(at => at + 1).sort((x, y) => x - y);
  const where = line === undefined ? 'have the same old_text' : `overlap at line ${line}`;
  return new ToolError(
    'INVALID_ARGUMENTS',
    `${path} was not edited: ${what} ${overlap.join(' and ')} ${where}, and each is matched against the file as it was. Nothing was changed.`,
    {
      suggestion: `Make one of both ${what}, or leave the lines that they share out of one.`,
      details: { path, overlap, ...(line === undefined ? {} : { line }) },
    },
  );
}

interface ChangedText {
  readonly bytes: Uint8Array;
  /** The lines of each splice in the new text. */
  readonly ranges: readonly LineRange[];
  /** The numbered lines around the changes. */
  readonly excerpt: string;
}

/** Makes splices, in the order of the text; `finish` changes the text as a whole afterwards. */
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
