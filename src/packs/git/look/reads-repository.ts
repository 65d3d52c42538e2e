import { z } from 'zod';
import { type Assessment, readsTree } from '../../../tool/effect.ts';

/** What all tools declare that only look at a repository. */
export const READS_REPOSITORY = {
  permissions: { required: ['read', 'execute'] },
  effects: () => [readsTree('.')],
  danger: (): Assessment => ({ danger: 'safe', opaque: false }),
  sandboxed: true,
  readOnly: true,
  idempotent: true,
} as const;

/** A file of a commit or of a comparison, as tools give it back. */
export const changedFile = z.object({
  path: z.string(),
  from: z.string().optional(),
  change: z.string(),
  additions: z.number(),
  deletions: z.number(),
  binary: z.boolean(),
});
