import type { RecordedSet } from '../../src/tool/history.ts';
import { Plain } from '../parts/plain.tsx';
import { byFile, canUndo } from './group-sets.ts';
import { SetLine } from './set-line.tsx';
import type { Undo } from './undo.tsx';

interface TimelineProps {
  readonly sets: readonly RecordedSet[];
  readonly undo: Undo;
  readonly open: string | undefined;
}

export function FileTimeline({ sets, undo, open }: TimelineProps) {
  return (
    <ol className="timeline">
      {byFile(sets).map(({ path, sets: all }) => (
        <li key={path}>
          <div className="group-head">
            <h2>
              <code>
                <Plain text={path} />
              </code>
            </h2>
            {all.some(canUndo) && (
              <button
                type="button"
                className="small"
                disabled={undo.running}
                aria-label={`Undo the last change of ${path}`}
                onClick={() => void undo.undo({ path })}
              >
                Undo last change
              </button>
            )}
          </div>
          <ul className="rows">
            {all.map(set => (
              <li key={set.id}>
                <SetLine set={set} open={set.id === open} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
