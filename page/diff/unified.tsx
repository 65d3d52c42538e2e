import type { LineLook, ShownRow } from './diff-rows.ts';
import { Fold, Remark } from './fold.tsx';
import { LineText } from './line-text.tsx';
import type { DiffLine } from './parse-diff.ts';

export interface RowsProps {
  readonly rows: readonly ShownRow[];
  readonly looks: ReadonlyMap<DiffLine, LineLook>;
  readonly onUnfold: (row: ShownRow) => void;
}

const SIGNS = { same: ' ', add: '+', remove: '-', note: ' ', hunk: ' ' } as const;

/** In one column: what was removed of a block, then what came for it. */
export function Unified({ rows, looks, onUnfold }: RowsProps) {
  return (
    <table className="one">
      <tbody>
        {inOneColumn(rows).map((item, index) => {
          if ('folded' in item) return <Fold key={index} row={item} columns={3} onUnfold={onUnfold} />;
          if (item.kind === 'note' || item.kind === 'hunk') return <Remark key={index} line={item} columns={3} />;
          return (
            <tr key={index} className={item.kind}>
              <td className="number" data-number={item.old} />
              <td className="number" data-number={item.new} />
              <td className="text" data-sign={SIGNS[item.kind]}>
                <LineText text={item.text} look={looks.get(item)} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type Item = DiffLine | Extract<ShownRow, { folded: unknown }>;

function inOneColumn(rows: readonly ShownRow[]): readonly Item[] {
  const items: Item[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    items.push(...added);
    added = [];
  };
  for (const row of rows) {
    if ('folded' in row || row.both || row.left?.kind === 'same') flush();
    if ('folded' in row) items.push(row);
    else {
      if (row.both) items.push(row.both);
      if (row.left) items.push(row.left);
      if (row.right && row.right !== row.left) added.push(row.right);
    }
  }
  flush();
  return items;
}
