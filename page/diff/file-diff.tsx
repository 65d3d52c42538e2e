import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { readable } from '../parts/plain.tsx';
import { foldRows, looksOf, rowsOf, type ShownRow } from './diff-rows.ts';
import type { DiffFile } from './parse-diff.ts';
import { SideBySide } from './side-by-side.tsx';
import { Unified } from './unified.tsx';

interface FileDiffProps {
  readonly file: DiffFile;
  readonly id: string;
  readonly split: boolean;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly aside?: ReactNode;
}

/** Lines that are drawn at once; the rest when asked for. */
const STEP = 600;

export function FileDiff({ file, id, split, open, onOpen, aside }: FileDiffProps) {
  const name = readable(file.name || 'Changes');
  return (
    <figure className="diff-file" id={id} tabIndex={-1} aria-label={`Diff of ${name}`}>
      <figcaption>
        <button
          type="button"
          className="fold"
          aria-expanded={open}
          aria-label={`${open ? 'Fold' : 'Unfold'} ${name}`}
          onClick={() => onOpen(!open)}
        />
        <code className="diff-name">
          {file.from !== undefined && `${readable(file.from)} → `}
          {name}
        </code>
        {file.what !== 'changed' && <Badge tone="quiet">{file.what}</Badge>}
        {file.cut ? <Badge tone="warn">only the beginning</Badge> : <LineCount {...file} />}
        {aside}
      </figcaption>
      {open && <FileLines file={file} split={split} />}
    </figure>
  );
}

function FileLines({ file, split }: { readonly file: DiffFile; readonly split: boolean }) {
  const [most, setMost] = useState(STEP);
  const [unfolded, setUnfolded] = useState<ReadonlySet<ShownRow>>(new Set());
  const lines = useMemo(() => ({ ...file, lines: file.lines.slice(0, most) }), [file, most]);
  const rows = useMemo(() => rowsOf(lines.lines), [lines]);
  const looks = useMemo(() => looksOf(lines, rows), [lines, rows]);
  const folded = useMemo(() => foldRows(rows), [rows]);
  const shown = folded.flatMap<ShownRow>(row => ('folded' in row && unfolded.has(row) ? row.folded : [row]));
  const left = file.lines.length - lines.lines.length;
  const Form = split ? SideBySide : Unified;
  return (
    <>
      {shown.length > 0 ? (
        <Form rows={shown} looks={looks} onUnfold={row => setUnfolded(new Set([...unfolded, row]))} />
      ) : (
        <p className="hint">{emptyWords(file)}</p>
      )}
      {left > 0 && (
        <p className="more">
          <button type="button" onClick={() => setMost(most + 2 * STEP)}>
            Show {Math.min(left, 2 * STEP)} more lines
          </button>{' '}
          <span className="hint">{left.toLocaleString()} are not shown</span>
        </p>
      )}
    </>
  );
}

function emptyWords({ name, what }: DiffFile): string {
  if (name.endsWith('/')) return what === 'new' ? 'A new folder.' : 'The folder itself.';
  return what === 'moved' ? 'Moved; its text is the same.' : 'An empty file.';
}

export function LineCount({ added, removed }: { readonly added: number; readonly removed: number }) {
  if (added + removed === 0) return null;
  return (
    <span className="count">
      <span className="added">+{added}</span> <span className="removed">−{removed}</span>
    </span>
  );
}
