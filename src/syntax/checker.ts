import { languageOfFile, type SourceLanguage } from './language.ts';
import { createParseThread } from './parse-thread.ts';
import type { SyntaxProblem } from './problem.ts';

interface CheckedChange {
  readonly path: string;
  /** The content before the change; undefined for a new file. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
}

/** A file that could not be checked, though its language is known. */
export type SyntaxFailure = { readonly path: string; readonly language: SourceLanguage; readonly message: string };

interface SyntaxCheckerOptions {
  readonly onFailure?: (failure: SyntaxFailure) => void;
  /** Milliseconds for the check of one file. */
  readonly timeout?: number;
}

export interface SyntaxChecker {
  /**
   * The syntax errors of `after` that `before` does not have. Empty for files that are not checked: unknown languages,
   * binary and very large files, and those where the parser failed (`onFailure`). Never rejects. Nothing is kept
   * between checks: no stale tree can answer.
   */
  newErrors(file: CheckedChange): Promise<readonly SyntaxProblem[]>;
  close(): void;
}

const MAX_BYTES = 2 ** 20;
const TIMEOUT = 5_000;
const IDLE = 60_000;

/** Checks changed files for new syntax errors. Costs nothing until a file of a known language comes. */
export function createSyntaxChecker(options: SyntaxCheckerOptions = {}): SyntaxChecker {
  const thread = createParseThread({ timeout: options.timeout ?? TIMEOUT, idle: IDLE });

  const report = (failure: SyntaxFailure) => {
    try {
      options.onFailure?.(failure);
    } catch {
      // A listener that fails harms nobody.
    }
  };

  return {
    async newErrors({ path, before, after }) {
      const text = textOf(after);
      const language = text === undefined ? undefined : languageOfFile(path, text);
      if (text === undefined || language === undefined || text.trim() === '') return [];
      try {
        return await thread.check({ language, before: before && textOf(before), after: text });
      } catch (error) {
        report({ path, language, message: error instanceof Error ? error.message : String(error) });
        return [];
      }
    },
    close: () => thread.close(),
  };
}

/** The text of a file; undefined where the file is too large, binary or not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_BYTES || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
