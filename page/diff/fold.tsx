import type { ShownRow } from './diff-rows.ts';
import type { DiffLine } from './parse-diff.ts';
import { VisibleText } from './visible-text.tsx';

interface FoldProps {
  readonly row: Extract<ShownRow, { folded: unknown }>;
  readonly columns: number;
  readonly onUnfold: (row: ShownRow) => void;
}

/** Unchanged lines that are there, and can be seen. */
export function Fold({ row, columns, onUnfold }: FoldProps) {
  return (
    <tr className="hunk">
      <td colSpan={columns}>
        <button type="button" onClick={() => onUnfold(row)}>
          Show {row.folded.length} unchanged lines
        </button>
      </td>
    </tr>
  );
}

/** What is no line of the file: a gap, or a word on the file. */
export function Remark({ line, columns }: { readonly line: DiffLine; readonly columns: number }) {
  const text = line.text.replace(/^\\ /, '');
  return (
    <tr className={line.kind}>
      <td className="text" colSpan={columns}>
        <VisibleText text={text} />
      </td>
    </tr>
  );
}
