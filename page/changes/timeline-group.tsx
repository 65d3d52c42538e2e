import type { ReactNode } from 'react';
import type { UndoBody } from '../../src/console/api.ts';
import type { RecordedSet } from '../../src/tool/history.ts';
import { Plain } from '../parts/plain.tsx';
import { canUndo } from './group-sets.ts';
import { SetLine } from './set-line.tsx';
import type { Undo } from './undo.tsx';

export interface TimelineProps {
  readonly sets: readonly RecordedSet[];
  readonly undo: Undo;
  readonly open: string | undefined;
}

interface GroupProps extends TimelineProps {
  readonly head: ReactNode;
  /** What it was done for, in the words of whoever asked. */
  readonly about?: string | undefined;
  /** The button, and the same in more words for who does not see where it stands. */
  readonly action: string;
  readonly label: string;
  readonly body: UndoBody;
}

const MOST = 160;

/** What belongs together in time, under one head, with the way back. */
export function TimelineGroup({ sets, undo, open, head, about, action, label, body }: GroupProps) {
  return (
    <li>
      <div className="group-head">
        <div>
          <h2>{head}</h2>
          {about !== undefined && (
            <p className="about">
              “<Plain text={about.length > MOST ? `${about.slice(0, MOST)}…` : about} />”
            </p>
          )}
        </div>
        {sets.some(canUndo) && (
          <button
            type="button"
            className="small"
            disabled={undo.running}
            aria-label={label}
            onClick={() => void undo.undo(body)}
          >
            {action}
          </button>
        )}
      </div>
      <ul className="rows">
        {sets.map(set => (
          <li key={set.id}>
            <SetLine set={set} open={set.id === open} />
          </li>
        ))}
      </ul>
    </li>
  );
}
