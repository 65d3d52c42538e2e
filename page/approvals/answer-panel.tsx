import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { AnswerBody, PendingApproval } from '../../src/console/api.ts';
import type { Rule } from '../../src/policy/types.ts';
import { RuleEditor } from './rule-editor.tsx';

export type Answering = 'allow_always' | 'reject_once' | 'reject_always';

interface AnswerPanelProps {
  readonly request: PendingApproval;
  readonly answering: Answering;
  readonly busy: boolean;
  readonly onSend: (answer: Pick<AnswerBody, 'answer' | 'message' | 'rule'>) => void;
  readonly onCancel: () => void;
}

const SENDS: Readonly<Record<Answering, string>> = {
  allow_always: 'Allow, and save the rule',
  reject_once: 'Reject',
  reject_always: 'Reject, and save the rule',
};

/** What a longer answer needs: the rule of an "always", a word to the model with a no. */
export function AnswerPanel({ request, answering, busy, onSend, onCancel }: AnswerPanelProps) {
  const [message, setMessage] = useState('');
  const [rule, setRule] = useState<Rule>();
  const panel = useRef<HTMLFormElement>(null);
  const id = useId();
  const rejects = answering !== 'allow_always';
  // At once: whoever types on must meet it.
  useLayoutEffect(() => panel.current?.querySelector<HTMLElement>('textarea, input, button')?.focus(), []);
  const send = () =>
    onSend({
      answer: answering,
      ...(rejects && message.trim() !== '' ? { message: message.trim() } : {}),
      ...(rule ? { rule } : {}),
    });
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onCancel();
    } else if (event.key === 'Enter' && !event.shiftKey && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form
      className="panel"
      ref={panel}
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault();
        send();
      }}
    >
      {rejects && (
        <div className="field">
          <label htmlFor={id}>A word to the model (it reads this instead of a result)</label>
          <textarea id={id} rows={2} value={message} onChange={event => setMessage(event.target.value)} />
        </div>
      )}
      {answering !== 'reject_once' && (
        <RuleEditor request={request} verdict={rejects ? 'deny' : 'allow'} onChange={setRule} />
      )}
      <p className="line">
        <button type="submit" className={rejects ? 'danger' : 'primary'} disabled={busy}>
          {SENDS[answering]}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  );
}
