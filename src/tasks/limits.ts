import { ToolError } from '../tool/error.ts';

/** Limits of texts, in characters, and of counts. */
export const TASK_LIMITS = {
  label: 64,
  title: 300,
  description: 20_000,
  result: 100_000,
  reason: 10_000,
  dependencies: 1_000,
  attempts: 1_000,
  /** The most seconds of a lease. */
  lease: 86_400,
} as const;

/** Milliseconds for which a task is held when the caller names no time. */
export const LEASE = 15 * 60_000;

/** The form of a label: short and plain, so that it can stand in a sentence, a command or a drawing; it is no id. */
const LABEL = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function checkLabel(label: string): string {
  if (LABEL.test(label) && !ID.test(label)) return label;
  throw invalid(`${JSON.stringify(label.slice(0, 80))} cannot be a label`, 'Such as: "parser", "t12", "api.login".');
}

export function checkTitle(title: string): string {
  // A title stands on one line, at terminals too.
  const plain = title.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(title);
  if (plain && title.length <= TASK_LIMITS.title) return title;
  throw invalid(
    `A title is one line of up to ${TASK_LIMITS.title} characters, without control characters`,
    'Put the rest into the description.',
  );
}

export function checkTaskText(name: 'description' | 'result' | 'reason', text: string | undefined): string | undefined {
  if (text === undefined || text.length <= TASK_LIMITS[name]) return text;
  throw new ToolError('TOO_LARGE', `The ${name} has ${text.length} characters; ${TASK_LIMITS[name]} are the most`, {
    suggestion: 'Write it to a file of the workspace and name the file here.',
  });
}

export function checkCount(name: string, count: number | undefined, most: number): number | undefined {
  if (count === undefined || (Number.isSafeInteger(count) && count >= 1 && count <= most)) return count;
  throw invalid(`${name} must be a whole number from 1 to ${most}`, 'Nothing was changed.');
}

export function checkDependencies(refs: readonly string[] = []): readonly string[] {
  const own = [...new Set(refs)];
  if (own.length <= TASK_LIMITS.dependencies) return own;
  throw invalid(
    `A task can depend on ${TASK_LIMITS.dependencies} others at most`,
    'Put a task between that gathers some of them.',
  );
}

const invalid = (message: string, suggestion: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', message, { suggestion });
