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
  const [asked, setAsked] = useState<UndoBody>();
  const send = async (path: string, body: object) => {
    await action.run(() => post(path, body));
    live.touch('changes', 'approvals');
  };
  return {
    running: action.running,
    outcome: action.result,
    failure: action.failure,
    asked,
    clear: action.clear,
    undo: (body: UndoBody) => {
      setAsked(body);
      return send('/undo', body);
    },
    redo: () => {
      setAsked(undefined);
      return send('/redo', {});
    },
  };
}

export type Undo = ReturnType<typeof useUndo>;

export function UndoResult({ undo }: { readonly undo: Undo }) {
  const { outcome, asked, running, failure } = undo;
  if (running) {
    return (
      <p className="note" role="status">
        Taking back… If the policy asks first, the question is among the approvals.
      </p>
    );
  }
  if (outcome?.error?.code === 'UNDO_CONFLICT' && asked) {
    return (
      <ConflictView
        failure={outcome.error}
        onForce={() => void undo.undo({ ...asked, force: true })}
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
