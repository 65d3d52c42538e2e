import type { LineLook } from './diff-rows.ts';
import { Fold, Remark } from './fold.tsx';
import { LineText } from './line-text.tsx';
import type { DiffLine } from './parse-diff.ts';
import type { RowsProps } from './unified.tsx';

/** In two columns, each line beside the one that came for it. */
export function SideBySide({ rows, looks, onUnfold }: RowsProps) {
  return (
    <table className="two">
      <colgroup>
        <col className="numbers" />
        <col />
        <col className="numbers" />
        <col />
      </colgroup>
      <tbody>
        {rows.map((row, index) => {
          if ('folded' in row) return <Fold key={index} row={row} columns={4} onUnfold={onUnfold} />;
          if (row.both) return <Remark key={index} line={row.both} columns={4} />;
          return (
            <tr key={index}>
              <Side line={row.left} number={row.left?.old} sign="-" looks={looks} />
              <Side line={row.right} number={row.right?.new} sign="+" looks={looks} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface SideProps {
  readonly line: DiffLine | undefined;
  readonly number: number | undefined;
  readonly sign: string;
  readonly looks: ReadonlyMap<DiffLine, LineLook>;
}

function Side({ line, number, sign, looks }: SideProps) {
  const kind = line?.kind ?? 'none';
  return (
    <>
      <td className={`number ${kind}`} data-number={number} />
      <td className={`text ${kind}`} data-sign={kind === 'same' || !line ? ' ' : sign}>
        {line && <LineText text={line.text} look={looks.get(line)} />}
      </td>
    </>
  );
}
