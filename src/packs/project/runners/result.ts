import { z } from 'zod';
import { RUNNERS } from './detect-runner.ts';

const testFailure = z.object({
  name: z.string(),
  /** The file, workspace-relative. */
  file: z.string().optional(),
  line: z.number().optional(),
  message: z.string(),
});

export const testResult = z.object({
  runner: z.enum(RUNNERS),
  why: z.string(),
  command: z.string(),
  folder: z.string(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  total: z.number(),
  /** The duration in seconds. */
  duration: z.number(),
  failures: z.array(testFailure),
  crashed: z.array(testFailure),
  exitCode: z.number(),
  timed_out: z.boolean(),
});

export type TestFailure = z.output<typeof testFailure>;
export type TestResult = z.output<typeof testResult>;
