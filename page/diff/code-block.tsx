import { useMemo, useState } from 'react';
import { ScrollBox } from '../parts/scroll-box.tsx';
import { highlightLines } from './highlight.ts';
import type { LanguageName } from './languages.ts';
import { LineText } from './line-text.tsx';

interface CodeBlockProps {
  readonly text: string;
  readonly language: LanguageName | undefined;
  readonly label: string;
}

const MOST = 1_000;

/** Code as it is, wrapped and in its colours; lines are numbered where there are several. */
export function CodeBlock({ text, language, label }: CodeBlockProps) {
  const [whole, setWhole] = useState(false);
  const lines = useMemo(() => highlightLines(text, language), [text, language]);
  const shown = whole ? lines : lines.slice(0, MOST);
  return (
    <ScrollBox className="code-block" label={label}>
      <ol className={lines.length > 1 ? 'numbered' : 'single'}>
        {shown.map((tokens, index) => (
          <li key={index}>
            <code>
              <LineText text="" look={{ tokens }} />
            </code>
          </li>
        ))}
      </ol>
      {shown.length < lines.length && (
        <button type="button" className="more" onClick={() => setWhole(true)}>
          {lines.length - shown.length} more lines are not shown: show them
        </button>
      )}
    </ScrollBox>
  );
}
