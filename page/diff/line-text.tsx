import { Fragment, memo } from 'react';
import { cutTokens, type Piece } from './cut-tokens.ts';
import type { LineLook } from './diff-rows.ts';
import { VisibleText } from './visible-text.tsx';

interface LineTextProps {
  readonly text: string;
  readonly look?: LineLook | undefined;
}

/** A line of code in its colours. */
export const LineText = memo(function LineText({ text, look }: LineTextProps) {
  const pieces = cutTokens(look?.tokens ?? [{ text }], look?.marks ?? []);
  return (
    <>
      {runsOf(pieces).map((run, index) => {
        const inner = run.map(({ text: part, scope }, at) =>
          scope === undefined ? <VisibleText key={at} text={part} /> : <Coloured key={at} {...{ scope, part }} />,
        );
        return run[0]?.marked ? <mark key={index}>{inner}</mark> : <Fragment key={index}>{inner}</Fragment>;
      })}
    </>
  );
});

/** What is marked, and what is not, each as a whole. */
function runsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const runs: Piece[][] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last?.[0]?.marked === piece.marked) last.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

function Coloured({ scope, part }: { readonly scope: string; readonly part: string }) {
  return (
    <span className={`hl-${scope.split('.')[0]}`}>
      <VisibleText text={part} />
    </span>
  );
}
