import { ToolError } from '../tool/error.ts';
import { UsageError } from './failure.ts';

/** Does the work; a fault of a file or a flag is told as wrong usage, wherever it was found. */
export function asUsage<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toUsage(error);
  }
}

export const toUsage = (error: unknown): unknown => (error instanceof ToolError ? new UsageError(error) : error);
