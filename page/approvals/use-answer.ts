import { useState } from 'react';
import type { AnswerBody, AnswerResult, PendingApproval } from '../../src/console/api.ts';
import { live } from '../core/live.ts';
import { post, segment } from '../core/request.ts';
import { currentRoute } from '../core/route.ts';
import { useAction } from '../core/use-action.ts';
import { draftOf, isReady } from '../form/schema-form.tsx';
import { type Preview, usePreview } from './use-preview.ts';

export type Given = Pick<AnswerBody, 'answer' | 'message' | 'rule'>;

/** An answer on its way: to the arguments as they were asked about, or to changed ones as a preview has shown them. */
export function useAnswer(request: PendingApproval, onAnswered: (report: AnswerResult) => void) {
  const [editing, setEditing] = useState(false);
  const [draft, setDraft] = useState(() => draftOf(request.args));
  const action = useAction<AnswerResult>();
  const written = JSON.stringify(draft.value);
  const changed = editing && (written !== JSON.stringify(request.args) || !isReady(draft));
  const preview = usePreview(request.id, changed && isReady(draft) ? written : undefined);
  const yes = !changed || mayBeAllowed(preview);
  const send = async (given: Given) => {
    if (action.running || action.result) return;
    const allows = given.answer.startsWith('allow');
    // Whoever has gone on to another question does not answer this one.
    if ((allows && !yes) || currentRoute().id !== request.id) return;
    const modified =
      allows && changed
        ? { modifiedArgs: draft.value as AnswerBody['modifiedArgs'], preview: preview.result?.preview }
        : {};
    const report = await action.run(() => post(`/approvals/${segment(request.id)}`, { ...given, ...modified }));
    live.touch('approvals');
    if (report) onAnswered(report);
    // Whatever kept it from being taken: a preview that was refused is none.
    else if (changed) preview.again();
  };
  return {
    editing,
    setEditing,
    draft,
    setDraft,
    changed,
    preview,
    send,
    running: action.running,
    done: action.result !== undefined,
    failure: action.failure,
    /** A yes can be said to what is shown. */
    yes: yes && !action.running,
  };
}

const mayBeAllowed = ({ result }: Preview): boolean => result !== undefined && result.verdict !== 'deny';
