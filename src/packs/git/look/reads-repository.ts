import { previewHead } from '../../../text/previews.ts';
import { type Assessment, readsTree } from '../../../tool/effect.ts';

/** The parts that all tools which only look at a repository have in common. */
export const READS_REPOSITORY = {
  permissions: { required: ['read', 'execute'] },
  effects: () => [readsTree('.')],
  danger: (): Assessment => ({ danger: 'safe', opaque: false }),
  sandboxed: true,
  readOnly: true,
  idempotent: true,
  timeout: 120_000,
  preview: previewHead,
} as const;
