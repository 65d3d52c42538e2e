import { useState } from 'react';
import { useKept } from '../core/use-kept.ts';
import { useKeys } from '../core/use-keys.ts';
import { Badge } from '../parts/badge.tsx';
import { readable } from '../parts/plain.tsx';
import { ScrollBox } from '../parts/scroll-box.tsx';
import { type DiffFile, type DiffLine, parseDiff } from './parse-diff.ts';
import { SideBySide } from './side-by-side.tsx';

const MOST = 1_000;

/** A unified diff for people, in one column or in two. */
export function DiffView({ diff }: { readonly diff: string }) {
  const [form, setForm] = useKept('diff', 'unified');
  const files = parseDiff(diff);
  useKeys({ d: () => setForm(form === 'unified' ? 'side by side' : 'unified') });
  if (files.length === 0) return <p className="hint">No difference in the text.</p>;
  return (
    <div className="diff">
      <fieldset className="switch">
        <legend className="unseen">How the diff is shown</legend>
        {['unified', 'side by side'].map(each => (
          <button key={each} type="button" aria-pressed={form === each} onClick={() => setForm(each)}>
            {each}
          </button>
        ))}
      </fieldset>
      {files.map((file, index) => (
        <FileDiff key={index} file={file} split={form === 'side by side'} />
      ))}
    </div>
  );
}

function FileDiff({ file, split }: { readonly file: DiffFile; readonly split: boolean }) {
  const [whole, setWhole] = useState(false);
  const lines = whole ? file.lines : file.lines.slice(0, MOST);
  const name = readable(file.name || 'changes');
  return (
    <figure className="diff-file">
      <figcaption>
        <code>{name}</code> {file.cut ? <Badge tone="warn">only the beginning</Badge> : <Count lines={file.lines} />}
      </figcaption>
      <ScrollBox className="diff-scroll" label={`Diff of ${name}`}>
        {split ? <SideBySide lines={lines} /> : <Unified lines={lines} />}
      </ScrollBox>
      {lines.length < file.lines.length && (
        <button type="button" onClick={() => setWhole(true)}>
          Show {file.lines.length - lines.length} more lines
        </button>
      )}
    </figure>
  );
}

function Count({ lines }: { readonly lines: readonly DiffLine[] }) {
  const added = lines.filter(({ kind }) => kind === 'add').length;
  const removed = lines.filter(({ kind }) => kind === 'remove').length;
  return (
    <span className="count">
      <span className="added">+{added}</span> <span className="removed">−{removed}</span>
    </span>
  );
}

const SIGNS = { same: ' ', add: '+', remove: '-', note: ' ', hunk: ' ' } as const;

function Unified({ lines }: { readonly lines: readonly DiffLine[] }) {
  return (
    <table>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index} className={line.kind}>
            <td className="number">{line.old}</td>
            <td className="number">{line.new}</td>
            <td className="text">
              <span className="sign">{SIGNS[line.kind]}</span>
              {readable(line.text)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
