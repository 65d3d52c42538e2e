import { useState } from 'react';
import type { UndoBody } from '../../src/console/api.ts';
import type { Outcome } from '../../src/tool/outcome.ts';
import { live } from '../core/live.ts';
import { post } from '../core/request.ts';
import { useAction } from '../core/use-action.ts';
import { FailureNote } from '../parts/failure.tsx';
import { OutcomeView } from '../parts/outcome.tsx';
import { ConflictView } from './conflict.tsx';

/** One undo or redo at a time, and what it came to. */
export function useUndo() {
  const action = useAction<Outcome>();
  const [asked, setAsked] = useState<Asked>();
  const send = async (next: Asked) => {
    setAsked(next);
    const { path, body } = next;
    await action.run(() => post(path, body));
    live.touch('changes', 'approvals');
  };
  return {
    running: action.running,
    outcome: action.result,
    failure: action.failure,
    asked,
    clear: action.clear,
    undo: (body: UndoBody) => send({ path: '/undo', body }),
    redo: () => send({ path: '/redo', body: {} }),
    force: ({ path, body }: Asked) => send({ path, body: { ...body, force: true } }),
  };
}

interface Asked {
  readonly path: '/undo' | '/redo';
  readonly body: object;
}

export type Undo = ReturnType<typeof useUndo>;

export function UndoResult({ undo }: { readonly undo: Undo }) {
  const { outcome, asked, running, failure } = undo;
  if (running) {
    return (
      <p className="note" role="status">
        At work… If the policy asks first, the question is among the approvals.
      </p>
    );
  }
  if (outcome?.error?.code === 'UNDO_CONFLICT' && asked) {
    return (
      <ConflictView
        what={asked.path === '/undo' ? 'undo' : 'redo'}
        failure={outcome.error}
        onForce={() => void undo.force(asked)}
        onLeave={undo.clear}
      />
    );
  }
  return (
    <div aria-live="polite">
      {outcome && <OutcomeView outcome={outcome} />}
      <FailureNote failure={failure} />
    </div>
  );
}
