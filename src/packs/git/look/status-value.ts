import { z } from 'zod';

export const changedPath = z.object({ path: z.string(), change: z.string(), from: z.string().optional() });
export type ChangedPath = z.output<typeof changedPath>;

export const statusValue = z.object({
  branch: z.string().nullable(),
  detached: z.boolean(),
  commit: z.string().nullable(),
  upstream: z.string().optional(),
  ahead: z.number().optional(),
  behind: z.number().optional(),
  operation: z.string().optional(),
  clean: z.boolean(),
  staged: z.array(changedPath),
  unstaged: z.array(changedPath),
  conflicted: z.array(changedPath),
  untracked: z.array(z.string()),
  counts: z.object({ staged: z.number(), unstaged: z.number(), conflicted: z.number(), untracked: z.number() }),
  filtered: z.array(z.string()),
});

export type GitStatus = z.output<typeof statusValue>;
