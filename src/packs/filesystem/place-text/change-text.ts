import { ToolError } from '../../../tool/error.ts';
import { encodingName, type FileText, textOf } from '../read/text-of.ts';
import { changedRanges, excerptOf, type LineRange } from './answer/excerpt.ts';
import { FileView } from './file-view.ts';
import { splitText } from './lines.ts';
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

/** Two neighbours, in the order of the text, that change the same text and belong to different owners. They may share lines that both keep. */
export function overlapOf<S extends Splice & { owner: number }>(sorted: readonly S[]): readonly [S, S] | undefined {
  const at = sorted.findIndex((one, index) => {
    const next = sorted[index + 1];
    if (!next || next.owner === one.owner) return false;
    return one.end > next.start || (one.start === next.start && one.end === next.end);
  });
  return at < 0 ? undefined : [sorted[at]!, sorted[at + 1]!];
}

interface ChangeOptions {
  readonly path: string;
  /** How many lines the excerpt may have. */
  readonly excerptLines?: number | undefined;
  /** What becomes of the text as a whole. */
  readonly finish?: (text: string) => string;
}

/** Makes splices, in the order of the text: the new bytes, where each splice lies in them, and the numbered lines around it. */
export function changeText(
  { decoded }: OpenText,
  sorted: readonly Splice[],
  { path, excerptLines, finish = text => text }: ChangeOptions,
): { readonly bytes: Uint8Array; readonly ranges: readonly LineRange[]; readonly excerpt: string; changed: boolean } {
  const missing = decoded.unencodable(sorted.map(splice => splice.text).join('\n'));
  if (missing !== undefined)
    throw new ToolError(
      'INVALID_ARGUMENTS',
      `${path} is in ${encodingName(decoded)}, which has no ${JSON.stringify(missing)}. Nothing was changed.`,
      { suggestion: 'Leave such characters out of the new text.', details: { path, character: missing } },
    );
  const text = finish(applySplices(decoded.text, sorted));
  const after = splitText(text);
  const ranges = changedRanges(after, sorted);
  return {
    bytes: decoded.encode(text),
    ranges,
    excerpt: excerptOf(after, ranges, excerptLines),
    changed: text !== decoded.text,
  };
}
