import { useMemo, useRef, useState } from 'react';
import { printedText } from '../core/readable.ts';
import { useKept } from '../core/use-kept.ts';
import { counted } from '../parts/time.tsx';
import { FindBar } from './find-bar.tsx';
import { useFound } from './find-rows.ts';
import { LineList } from './line-list.tsx';
import type { Lines } from './lines.ts';

interface OutputViewProps {
  readonly lines: Lines;
  readonly version: number;
  readonly label: string;
  /** It may grow at its end. */
  readonly follow: boolean;
  /** What is to be said of it beside its size. */
  readonly state?: string | undefined;
}

/** With fewer rows there is nothing to search or to follow. */
const FEW = 8;
/** Characters that are handed to the clipboard. */
const MOST_COPIED = 20_000_000;

/** What a program printed: in its colours, with numbers, to be searched, wrapped, copied and followed. */
export function OutputView({ lines, version, label, follow: grows, state }: OutputViewProps) {
  const box = useRef<HTMLElement>(null);
  const [follow, setFollow] = useState(grows);
  const [wrapped, setWrapped] = useKept('wrap', 'yes');
  const [text, setText] = useState('');
  const [at, setAt] = useState<number>();
  const chunks = useMemo(() => lines.chunks(), [lines, version]);
  const found = useFound(lines, version, text);
  const wrap = wrapped === 'yes';
  if (lines.rows() === 0) return null;
  const step = (by: number) => {
    const next = at === undefined ? (by > 0 ? 0 : found.rows.length - 1) : at + by;
    setFollow(false);
    setAt((next + found.rows.length) % Math.max(1, found.rows.length));
  };
  const { lines: gone } = lines.dropped();
  return (
    <div className="output-view">
      {(lines.rows() > FEW || grows) && (
        <div className="output-bar">
          <FindBar
            text={text}
            found={found}
            at={at}
            onText={next => {
              setText(next);
              setAt(undefined);
            }}
            onStep={step}
          />
          <span className="output-size">
            {counted(lines.lines(), 'line')}
            {lines.hasGap() && ' here'}
            {state !== undefined && ` · ${state}`}
          </span>
          <button type="button" aria-pressed={wrap} onClick={() => setWrapped(wrap ? 'no' : 'yes')}>
            Wrap
          </button>
          <button type="button" aria-pressed={follow} onClick={() => setFollow(!follow)}>
            Follow
          </button>
          <CopyButton lines={lines} />
        </div>
      )}
      {gone > 0 && (
        <p className="hint">
          The first {gone.toLocaleString()} lines are not kept on this page; what follows begins with line{' '}
          {(gone + 1).toLocaleString()}.
        </p>
      )}
      <LineList
        chunks={chunks}
        digits={String(lines.lines()).length}
        label={label}
        wrap={wrap}
        find={text}
        target={at === undefined ? undefined : found.rows[at]}
        follow={follow}
        onFollow={setFollow}
        box={box}
      />
    </div>
  );
}

function CopyButton({ lines }: { readonly lines: Lines }) {
  const [said, setSaid] = useState<string>();
  const copy = async () => {
    const text = textOf(lines);
    const cut = text.length > MOST_COPIED;
    try {
      await navigator.clipboard.writeText(cut ? text.slice(-MOST_COPIED) : text);
      setSaid(cut ? 'Copied its end' : 'Copied');
    } catch {
      setSaid('Not copied');
    }
    window.setTimeout(() => setSaid(undefined), 2_000);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{said ?? 'Copy'}</span>
    </button>
  );
}

/** As it is read: lines that were cut into rows are whole again. */
export function textOf(lines: Lines): string {
  let text = '';
  for (const { rows, numbers } of lines.chunks())
    for (const [index, row] of rows.entries())
      text += `${numbers[index] === 0 || text === '' ? '' : '\n'}${printedText(row)}`;
  return text;
}
