/** The error for a text that is too large or too deep to judge; a text that is not judged counts as dangerous. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuch';
}

/** The cost that judging one text may have; counted, never timed, so that the same text always gets the same class. */
export interface ShellBudget {
  /** Steps that are left: commands, words and pieces of words. */
  steps: number;
  /** Characters that may still be parsed again or copied into values. */
  characters: number;
  depth: number;
}

export const createBudget = (): ShellBudget => ({ steps: 6_000, characters: 500_000, depth: 220 });

export function spend(budget: ShellBudget, steps: number, characters = 0): undefined {
  budget.steps -= steps;
  budget.characters -= characters;
  if (budget.steps < 0 || budget.characters < 0)
    throw new TooMuchError('The text is too long or too nested to be judged');
}

/** The most open brackets, and here-documents on one line: past this a parser's time grows with a power. */
const MOST_OPEN = 150;
const MOST_DOCUMENTS = 50;
const MOST_SEPARATORS = 12_000;

/** Refuses a text that would take too long to parse; one pass, blind to quotes. */
export function checkShape(text: string): undefined {
  let braces = 0;
  let parens = 0;
  let documents = 0;
  let separators = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7b) braces++;
    else if (code === 0x7d) braces = Math.max(0, braces - 1);
    else if (code === 0x28) parens++;
    else if (code === 0x29) parens = Math.max(0, parens - 1);
    else if (code === 0x0a) documents = 0;
    else if (code === 0x3c && text.charCodeAt(at + 1) === 0x3c) documents++;
    if (code === 0x0a || code === 0x3b || code === 0x26 || code === 0x7c) separators++;
    if (separators > MOST_SEPARATORS) throw new TooMuchError('The text has too many commands to be judged');
    if (braces > MOST_OPEN || parens > MOST_OPEN || documents > MOST_DOCUMENTS)
      throw new TooMuchError('The text is nested too deeply to be judged');
  }
}

export function deeper<T>(budget: ShellBudget, run: () => T): T {
  if (--budget.depth < 0) throw new TooMuchError('The text is nested too deeply to be judged');
  try {
    return run();
  } finally {
    budget.depth++;
  }
}
