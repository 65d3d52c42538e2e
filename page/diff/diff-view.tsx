import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useKept } from '../core/use-kept.ts';
import { useKeys } from '../core/use-keys.ts';
import { counted } from '../parts/time.tsx';
import { FileDiff, LineCount } from './file-diff.tsx';
import { FileChoice, FileList } from './file-list.tsx';
import { parseDiff } from './parse-diff.ts';
import { useWidth } from './use-width.ts';

interface DiffViewProps {
  readonly diff: string;
  /** What stands beside the name of each file. */
  readonly aside?: (path: string) => ReactNode;
}

/** As many lines are open at first; the files beyond wait to be opened. */
const OPEN_AT_FIRST = 2_000;
/** Where two columns can be read. */
const WIDE = 560;
/** Where numbers take too much of a line. */
const NARROW = 480;
/** Lines that are in sight at once: there nobody has to go anywhere. */
const IN_SIGHT = 40;
/** Where the list of files has room beside them. */
const BESIDE = 860;

/** A unified diff for people, in one column or in two. */
export function DiffView({ diff, aside }: DiffViewProps) {
  const [form, setForm] = useKept('diff', 'unified');
  const files = useMemo(() => parseDiff(diff), [diff]);
  const first = useMemo(() => openAtFirst(files.map(({ lines }) => lines.length)), [files]);
  const [opened, setOpened] = useState<Readonly<Record<number, boolean>>>({});
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const id = useId();
  useKeys({ d: () => setForm(form === 'unified' ? 'side by side' : 'unified') });
  if (files.length === 0) return <p className="hint">No difference in the text.</p>;
  const total = {
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
  };
  const go = (index: number) => {
    setOpened(before => ({ ...before, [index]: true }));
    const file = document.getElementById(`${id}${index}`);
    file?.scrollIntoView({ block: 'start' });
    file?.focus({ preventScroll: true });
  };
  const many = files.length > 1;
  const lines = files.reduce((sum, file) => sum + file.lines.length, 0);
  return (
    <div
      className={['diff', many && 'many', many && width >= BESIDE && 'beside', width < NARROW && 'narrow']
        .filter(Boolean)
        .join(' ')}
      ref={box}
    >
      <div className="diff-bar">
        {many && (
          <span className="diff-sum">
            {counted(files.length, 'file')} <LineCount {...total} />
          </span>
        )}
        {many && width < BESIDE && lines > IN_SIGHT && <FileChoice files={files} onGo={go} />}
        {width >= WIDE && (
          <fieldset className="switch">
            <legend className="unseen">How the diff is shown</legend>
            {['unified', 'side by side'].map(each => (
              <button key={each} type="button" aria-pressed={form === each} onClick={() => setForm(each)}>
                {each}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {many && width >= BESIDE && <FileList files={files} onGo={go} />}
      <div className="diff-bodies">
        {files.map((file, index) => (
          <FileDiff
            key={index}
            id={`${id}${index}`}
            file={file}
            split={form === 'side by side' && width >= WIDE}
            open={opened[index] ?? index < first}
            onOpen={open => setOpened({ ...opened, [index]: open })}
            aside={aside?.(file.name.replace(/\/$/, ''))}
          />
        ))}
      </div>
    </div>
  );
}

/** How many files are open before anyone asks; the first always is. */
export function openAtFirst(sizes: readonly number[]): number {
  let lines = 0;
  const beyond = sizes.findIndex((size, index) => {
    lines += Math.min(size, OPEN_AT_FIRST / 2);
    return index > 0 && lines > OPEN_AT_FIRST;
  });
  return beyond < 0 ? sizes.length : beyond;
}
