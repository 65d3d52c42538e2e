import { ToolError } from '../../../tool/error.ts';
import { encodingName, type FileText, textOf } from '../read/text-of.ts';
import { changedRanges, excerptOf } from './answer/excerpt.ts';
import { FileView } from './file-view.ts';
import { positionAt, splitFor, splitText } from './lines.ts';
import { applySplices } from './splice.ts';
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

/** The error for two edits or hunks, by their indices, that change the same text. */
export function overlapError(path: string, what: string, owners: readonly number[], line?: number): ToolError {
  const overlap = owners.map(at => at + 1).sort((x, y) => x - y);
  const where = line === undefined ? 'have the same old_text' : `overlap at line ${line}`;
  const why = `${what} ${overlap.join(' and ')} ${where}, and each is matched against the file as it was`;
  return new ToolError('INVALID_ARGUMENTS', `${path} was not edited: ${why}. Nothing was changed.`, {
    suggestion: `Make one of both ${what}, or leave the lines that they share out of one.`,
    details: { path, overlap, ...(line === undefined ? {} : { line }) },
  });
}

interface ChangeOptions {
  readonly path: string;
  readonly what: 'edits' | 'hunks';
  readonly excerptLines?: number | undefined;
  /** Changes the text as a whole afterwards. */
  readonly finish?: ((text: string) => string) | undefined;
}

/** Makes the changes of all edits or hunks, none of which may change lines of another; additions keep their order. */
export function changeText(
  { decoded, view: { file } }: OpenText,
  found: readonly (readonly Placed[])[],
  { path, what, excerptLines, finish = text => text }: ChangeOptions,
) {
  const sorted = found
    .flatMap((places, owner) => places.flatMap(({ splices }) => splices.map(splice => ({ owner, ...splice }))))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  for (const [at, next] of sorted.entries()) {
    const one = sorted[at - 1];
    const apart = !one || one.owner === next.owner || one.end < next.start;
    if (!apart && (one.end > next.start || (one.start === next.start && one.end === next.end)))
      throw overlapError(path, what, [one.owner, next.owner], positionAt(file, next.start).line + 1);
  }
  const character = decoded.unencodable(sorted.map(splice => splice.text).join('\n'));
  if (character !== undefined) {
    const message = `${path} is in ${encodingName(decoded)}, which has no ${JSON.stringify(character)}. Nothing was changed.`;
    const suggestion = 'Leave such characters out of the new text.';
    throw new ToolError('INVALID_ARGUMENTS', message, { suggestion, details: { path, character } });
  }
  const text = finish(applySplices(file.text, sorted));
  const ranges = changedRanges(file, sorted);
  const excerpt = excerptOf(splitFor(file, text), ranges, excerptLines);
  return { bytes: decoded.encode(text), excerpt, ranges: ranges.map((each, at) => ({ ...each, ...sorted[at]! })) };
}
