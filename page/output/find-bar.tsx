import { type Found, tooMany } from './find-rows.ts';

interface FindBarProps {
  readonly text: string;
  readonly found: Found;
  readonly at: number | undefined;
  readonly onText: (text: string) => void;
  readonly onStep: (by: 1 | -1) => void;
}

/** Enter goes to the next place, with Shift to the one before. */
export function FindBar({ text, found, at, onText, onStep }: FindBarProps) {
  return (
    <search className="find">
      <input
        type="search"
        aria-label="Find in what it printed"
        placeholder="Find"
        value={text}
        onChange={event => onText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || found.rows.length === 0) return;
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
      />
      {text !== '' && (
        <span className="output-size" role="status">
          {sayFound(found, at)}
        </span>
      )}
    </search>
  );
}

function sayFound(found: Found, at: number | undefined): string {
  const { length } = found.rows;
  if (length === 0) return found.done ? 'not found' : 'looking…';
  const count = `${length.toLocaleString()}${tooMany(found) ? '+' : ''}`;
  return `${at === undefined ? 'in ' : `${at + 1} of `}${count} ${at === undefined && length === 1 ? 'line' : 'lines'}${found.done ? '' : '…'}`;
}
