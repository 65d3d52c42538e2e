import { useState } from 'react';
import type { Failure } from '../../src/tool/error.ts';
import { linkTo } from '../core/route.ts';
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
  const first = conflicts[0]?.path;
  return (
    <section className="note warn conflict" aria-label="Conflict" role="alert">
      <h2>Someone has changed the same lines since. Nothing was touched.</h2>
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
            : <Plain text={reason} />. {diff ? 'Changed since, and lost if you go on:' : ''}
          </p>
          {diff ? <DiffView diff={diff} /> : null}
        </div>
      ))}
      <p>What you can do:</p>
      <ul>
        <li>Leave it as it is.</li>
        <li>
          Undo the later changes first, then this one
          {first !== undefined && (
            <>
              : <a href={linkTo('changes', undefined, { path: first })}>see what changed the file</a>
            </>
          )}
          .
        </li>
        <li>
          Overwrite what is there now. It is kept: {what === 'undo' ? 'Redo' : 'Undo'} brings it back.
          <p>
            <label>
              <input type="checkbox" checked={sure} onChange={event => setSure(event.target.checked)} /> I have read
              what would be overwritten
            </label>
          </p>
        </li>
      </ul>
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
