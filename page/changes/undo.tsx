import { useState } from 'react';
import type { UndoBody } from '../../src/console/api.ts';
import type { Outcome } from '../../src/tool/outcome.ts';
import { post } from '../core/request.ts';
import { useAction } from '../core/use-action.ts';
import { FailureNote } from '../parts/failure.tsx';
import { ConflictView } from './conflict.tsx';
import { TakenBack } from './taken-back.tsx';

/** One undo or redo at a time, and what it came to. */
export function useUndo() {
  const action = useAction<Outcome>('changes', 'approvals');
  const [asked, setAsked] = useState<Asked>();
  const send = async (next: Asked) => {
    setAsked(next);
    const { path, body } = next;
    await action.run(() => post(path, body));
  };
  return {
    running: action.running,
    outcome: action.result,
    failure: action.failure,
    asked,
    clear: action.clear,
    undo: (body: UndoBody) => send({ path: '/undo', body, about: 'set' in body ? body.set : undefined }),
    redo: (about?: string) => send({ path: '/redo', body: {}, about }),
    force: ({ body, ...same }: Asked) => send({ ...same, body: { ...body, force: true } }),
  };
}

interface Asked {
  readonly path: '/undo' | '/redo';
  readonly body: object;
  /** The set that it was asked for from its own page; undefined where that was said of a turn, a file or the last undo. */
  readonly about: string | undefined;
}

export type Undo = ReturnType<typeof useUndo>;

/** There is something to show of it, in place of what it was asked for. */
export const hasResult = ({ outcome, running, failure }: Undo): boolean => Boolean(outcome ?? failure) || running;

export function UndoResult({ undo }: { readonly undo: Undo }) {
  const { outcome, asked, running, failure } = undo;
  if (running) {
    return (
      <p className="note" role="status">
        At work…
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
      {outcome?.ok && <TakenBack outcome={outcome} undo={undo} />}
      <FailureNote failure={outcome?.error ?? failure} />
    </div>
  );
}
