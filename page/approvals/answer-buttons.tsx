import type { Answering } from './answer-panel.tsx';

interface AnswerButtonsProps {
  readonly changed: boolean;
  readonly editing: boolean;
  /** No answer is taken at this moment. */
  readonly resting: boolean;
  /** A yes is not possible: it is on its way, or nobody has seen yet what it would be to. */
  readonly yesDisabled: boolean;
  readonly answering: Answering | undefined;
  readonly onAllow: () => void;
  readonly onEdit: () => void;
  readonly onAnswer: (answering: Answering) => void;
}

/** Only the first one acts at once; the others show first what they would do. */
export function AnswerButtons(props: AnswerButtonsProps) {
  const { changed, editing, resting, yesDisabled, answering: open, onAllow, onEdit, onAnswer } = props;
  const longer = (answering: Answering, words: string, letter: string, tone = '') => (
    <button
      type="button"
      className={tone}
      disabled={resting || (answering === 'allow_always' && yesDisabled)}
      aria-expanded={open === answering}
      aria-keyshortcuts={letter}
      onClick={() => onAnswer(answering)}
    >
      {words} <kbd>{letter}</kbd>
    </button>
  );
  return (
    <div className="answers">
      <button
        type="button"
        className="primary"
        disabled={resting || yesDisabled}
        aria-keyshortcuts="a"
        onClick={onAllow}
      >
        {changed ? 'Allow once, as changed' : 'Allow once'} <kbd>a</kbd>
      </button>
      {longer('allow_always', 'Allow always…', 'A')}
      <button type="button" aria-pressed={editing} aria-keyshortcuts="e" disabled={resting} onClick={onEdit}>
        {editing ? 'Leave it as asked' : 'Change…'} <kbd>e</kbd>
      </button>
      <span className="apart">
        {longer('reject_once', 'Reject…', 'r', 'danger')}
        {longer('reject_always', 'Reject always…', 'R', 'danger')}
      </span>
    </div>
  );
}
