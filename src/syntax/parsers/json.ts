import type { ParseError } from 'jsonc-parser';
import { createLocator, MAX_PROBLEMS, type SyntaxProblem } from '../problem.ts';

/** Problems of a JSON text; with `comments`, comments and trailing commas are allowed. */
export async function jsonProblems(text: string, options: { comments: boolean }): Promise<SyntaxProblem[]> {
  const refusal = options.comments ? undefined : nativeRefusal(text);
  if (!options.comments && refusal === undefined) return [];

  const { parse, printParseErrorCode } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  parse(text, errors, {
    disallowComments: !options.comments,
    allowTrailingComma: options.comments,
    allowEmptyContent: true,
  });
  const locate = createLocator(text);
  const problems = errors
    .filter(({ offset }, at) => offset !== errors[at - 1]?.offset)
    .slice(0, MAX_PROBLEMS)
    .map(({ error, offset }) => {
      const code = printParseErrorCode(error);
      // A missing comma belongs after the last value, not before the next.
      return locate(code === 'CommaExpected' ? text.slice(0, offset).trimEnd().length : offset, readable(code));
    });
  if (problems.length === 0 && refusal !== undefined) {
    const position = /position (\d+)/.exec(refusal)?.[1];
    return [locate(Number(position ?? 0), refusal)];
  }
  return problems;
}

function nativeRefusal(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A code in words: `CommaExpected` → `comma expected`. */
const readable = (code: string): string => code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
