import { Fragment } from 'react';
import { toPlainText } from '../../src/policy/describe.ts';

/** Text that will run or be written, with every character seen: one that draws nothing stands there as its code. */
export function VisibleText({ text }: { readonly text: string }) {
  if (toPlainText(text) === text) return <>{text}</>;
  return (
    <>
      {partsOf(text).map((part, index) =>
        part.hidden ? <Code key={index} text={part.text} /> : <Fragment key={index}>{part.text}</Fragment>,
      )}
    </>
  );
}

function Code({ text }: { readonly text: string }) {
  return (
    <span className="hidden-char" title="A character that is not seen, or that changes how others are">
      {text}
    </span>
  );
}

interface Part {
  text: string;
  readonly hidden: boolean;
}

export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  for (const char of text) {
    const shown = toPlainText(char);
    const hidden = shown !== char;
    const last = parts.at(-1);
    if (last?.hidden === hidden) last.text += shown;
    else parts.push({ text: shown, hidden });
  }
  return parts;
}
