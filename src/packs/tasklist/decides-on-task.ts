import { previewTitle } from '../../text/previews.ts';
import type { CallContext } from '../../tool/context.ts';
import { someTasks } from './effects.ts';
import type { TasklistServices } from './services.ts';

/** What all tools declare that move one task on. */
export const decidesOnTask = (tool: string, { tasks }: TasklistServices) =>
  ({
    effects: ({ id }: { readonly id: string }, ctx: CallContext) => someTasks(tool, ctx, { tasks, refs: [id] }),
    danger: 'safe',
    idempotent: false,
    preview: previewTitle,
  }) as const;
