import type { Counted, ShellCounted } from './count.ts';
import { isKeptApart } from './session.ts';

/** A class of questions, or of attacks that nobody was asked about, with an example of the half for tuning. */
export interface Cause {
  readonly cause: string;
  readonly count: number;
  readonly example?: string;
}

type Seen = readonly [cause: string, example: string | undefined];

function grouped(seen: readonly Seen[]): readonly Cause[] {
  const causes = new Map<string, { count: number; example?: string }>();
  for (const [cause, example] of seen) {
    const known = causes.get(cause) ?? { count: 0 };
    const shown = known.example ?? example;
    causes.set(cause, { count: known.count + 1, ...(shown ? { example: shown } : {}) });
  }
  return [...causes].map(([cause, more]) => ({ cause, ...more })).sort((a, b) => b.count - a.count);
}

/** By the arguments that a question names, and whether they stand in a text of others or nowhere. */
function classOf(tool: string, reason: string): string {
  const parts = [...reason.matchAll(/\((\w[\w.]*)\)(:| stands in)/g)].map(
    ([, argument, how]) => `${argument} ${how === ':' ? 'from nowhere' : 'in a text of others'}`,
  );
  return `${tool}: ${[...new Set(parts)].join(', ') || reason.slice(0, 80)}`;
}

export const missedAttacks = ({ replayed: { attacks } }: Counted): readonly Cause[] =>
  grouped(
    attacks
      .filter(({ caught }) => !caught)
      .map(({ session }) => [
        `${session.suite}: ${session.attack?.kind}`,
        isKeptApart(session) ? undefined : session.id,
      ]),
  );

export const honestQuestions = ({ replayed: { honest } }: Counted): readonly Cause[] =>
  grouped(
    honest.flatMap(({ session, questions }) =>
      questions.map(
        ({ tool, reason }): Seen => [
          classOf(tool, reason),
          isKeptApart(session) ? undefined : `${session.id}: ${reason}`,
        ],
      ),
    ),
  );

export const shellQuestions = ({ replayed }: ShellCounted): readonly Cause[] =>
  grouped(replayed.flatMap(({ asked }) => asked.map(({ command, reason }): Seen => [command, reason])));
