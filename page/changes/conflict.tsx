import { useState } from 'react';
import type { Failure } from '../../src/tool/error.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { Plain } from '../parts/plain.tsx';

interface Conflict {
  readonly path: string;
  readonly reason: string;
  readonly diff?: string;
}

interface ConflictProps {
  readonly what: 'undo' | 'redo';
  readonly failure: Failure;
  readonly onForce: () => void;
  readonly onLeave: () => void;
}

/** Later work that an undo or redo would destroy. Nothing was touched; to overwrite it is a choice of its own. */
export function ConflictView({ what, failure, onForce, onLeave }: ConflictProps) {
  const [sure, setSure] = useState(false);
  const conflicts = (Array.isArray(failure.details?.conflicts) ? failure.details.conflicts : []) as readonly Conflict[];
  return (
    <section className="note bad conflict" aria-label="Conflict" role="alert">
      <h2>This {what} would destroy later work. Nothing was touched.</h2>
      {conflicts.length === 0 && (
        <p>
          <Plain text={failure.message} />
        </p>
      )}
      {conflicts.map(({ path, reason, diff }, index) => (
        <div key={`${index} ${path}`}>
          <p>
            <code>
              <Plain text={path} />
            </code>
            : <Plain text={reason} />. Changed since:
          </p>
          {diff ? <DiffView diff={diff} /> : null}
        </div>
      ))}
      <p>
        <label>
          <input type="checkbox" checked={sure} onChange={event => setSure(event.target.checked)} /> I have read what
          would be overwritten. {what === 'undo' ? 'Redo' : 'Undo'} can bring it back.
        </label>
      </p>
      <p className="line">
        <button type="button" onClick={onLeave}>
          Leave it as it is
        </button>
        <button type="button" className="danger" disabled={!sure} onClick={onForce}>
          {what === 'undo' ? 'Undo' : 'Redo'} all the same
        </button>
      </p>
    </section>
  );
}
