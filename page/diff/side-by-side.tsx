import { readable } from '../parts/plain.tsx';
import { pairLines } from './pair-lines.ts';
import type { DiffLine } from './parse-diff.ts';

export function SideBySide({ lines }: { readonly lines: readonly DiffLine[] }) {
  return (
    <table className="two">
      <colgroup>
        <col className="numbers" />
        <col />
        <col className="numbers" />
        <col />
      </colgroup>
      <tbody>
        {pairLines(lines).map((row, index) => (
          <tr key={index}>
            {row.both ? (
              <td className={`text ${row.both.kind}`} colSpan={4}>
                {readable(row.both.text)}
              </td>
            ) : (
              <>
                <Side line={row.left} number={row.left?.old} sign="-" />
                <Side line={row.right} number={row.right?.new} sign="+" />
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SideProps {
  readonly line: DiffLine | undefined;
  readonly number: number | undefined;
  readonly sign: string;
}

function Side({ line, number, sign }: SideProps) {
  const kind = line?.kind ?? 'none';
  return (
    <>
      <td className={`number ${kind}`}>{number}</td>
      <td className={`text ${kind}`}>
        {line && (
          <>
            <span className="sign">{kind === 'same' ? ' ' : sign}</span>
            {readable(line.text)}
          </>
        )}
      </td>
    </>
  );
}
