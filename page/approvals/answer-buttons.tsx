import type { Answering } from './answer-panel.tsx';

interface AnswerButtonsProps {
  readonly changed: boolean;
  readonly disabled: boolean;
  readonly answering: Answering | undefined;
  readonly onAllow: () => void;
  readonly onAnswer: (answering: Answering) => void;
}

const LONGER = [
  { answering: 'allow_always', words: 'Allow always…', letter: 'A', tone: '' },
  { answering: 'reject_once', words: 'Reject…', letter: 'r', tone: 'danger' },
  { answering: 'reject_always', words: 'Reject always…', letter: 'R', tone: 'danger' },
] as const;

/** Only the first one acts at once; the others show first what they would do. */
export function AnswerButtons({ changed, disabled, answering: open, onAllow, onAnswer }: AnswerButtonsProps) {
  return (
    <div className="answers">
      <button type="button" className="primary" disabled={disabled} aria-keyshortcuts="a" onClick={onAllow}>
        {changed ? 'Allow once, as changed' : 'Allow once'} <kbd>a</kbd>
      </button>
      {LONGER.map(({ answering, words, letter, tone }) => (
        <button
          key={answering}
          type="button"
          className={tone}
          aria-expanded={open === answering}
          aria-keyshortcuts={letter}
          onClick={() => onAnswer(answering)}
        >
          {words} <kbd>{letter}</kbd>
        </button>
      ))}
    </div>
  );
}
