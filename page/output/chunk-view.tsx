import { memo } from 'react';
import { printedText } from '../core/readable.ts';
import { paint } from './colours.ts';
import type { Chunk } from './lines.ts';
import { marked } from './marked.ts';

interface ChunkViewProps {
  readonly chunk: Chunk;
  readonly top: number;
  /** In small letters; empty where nothing is looked for. */
  readonly find: string;
  readonly target: number | undefined;
}

export const ChunkView = memo(function ChunkView({ chunk, top, find, target }: ChunkViewProps) {
  let { pen, since } = chunk;
  return (
    <div className="lines-chunk" style={{ top }} data-first={chunk.first}>
      {chunk.rows.map((row, index) => {
        const number = chunk.numbers[index]!;
        const at = chunk.first + index;
        if (number < 0) {
          since = chunk.numbers.slice(0, index).findLast(each => each > 0) ?? since ?? lastBefore(chunk);
          return (
            <div key={at} className="printed-remark">
              {printedText(row)}
            </div>
          );
        }
        const painted = paint(row, pen);
        pen = painted.pen;
        return (
          <div
            key={at}
            className={at === target ? 'printed target' : 'printed'}
            data-line={number === 0 ? '…' : since === undefined ? number : `+${number - since}`}
          >
            <span className="printed-text">
              {(find === '' ? painted.pieces : marked(painted.pieces, find)).map((piece, part) =>
                'found' in piece ? (
                  <mark key={part} className={piece.look}>
                    {piece.text}
                  </mark>
                ) : piece.look === '' ? (
                  piece.text
                ) : (
                  <span key={part} className={piece.look}>
                    {piece.text}
                  </span>
                ),
              )}
            </span>
          </div>
        );
      })}
    </div>
  );
});

/** Where a remark is the first row, the line before is the one before the next. */
const lastBefore = ({ numbers }: Chunk): number => (numbers.find(each => each > 0) ?? 1) - 1;
