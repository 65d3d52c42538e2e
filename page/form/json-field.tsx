import { useState } from 'react';
import { type OnProblem, useProblem } from './field-props.ts';

interface JsonFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: unknown;
  readonly optional?: boolean;
  readonly onChange: (value: unknown) => void;
  readonly onProblem: OnProblem;
}

/** Anything, as JSON. What is written stays as it was written. */
export function JsonField({ id, label, value, optional, onChange, onProblem }: JsonFieldProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const setProblem = useProblem(id, onProblem);
  const change = (next: string) => {
    setText(next);
    try {
      const parsed: unknown = next.trim() === '' && optional ? undefined : JSON.parse(next);
      setProblem(undefined);
      onChange(parsed);
    } catch (error) {
      setProblem(`${label}: no JSON yet (${error instanceof Error ? error.message : String(error)})`);
    }
  };
  return (
    <textarea
      id={id}
      className="json"
      aria-label={label}
      spellCheck={false}
      rows={Math.min(16, Math.max(3, text.split('\n').length + 1))}
      value={text}
      onChange={event => change(event.target.value)}
    />
  );
}
