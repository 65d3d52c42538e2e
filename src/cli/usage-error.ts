import { ToolError } from '../tool/error.ts';
import { UsageError } from './failure.ts';

/** What is wrong with a file or a flag is wrong usage, wherever it was found. */
export function asUsage<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toUsage(error);
  }
}

export const toUsage = (error: unknown): unknown => (error instanceof ToolError ? new UsageError(error) : error);
