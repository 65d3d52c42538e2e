import { previewTitle } from '../../text/previews.ts';
import type { CallContext } from '../../tool/context.ts';
import { someTasks } from './effects.ts';
import type { TasklistServices } from './services.ts';

/** The parts that all tools which move one task on have in common. */
export const decidesOnTask = (tool: string, { tasks }: TasklistServices) =>
  ({
    effects: ({ id }: { readonly id: string }, ctx: CallContext) => someTasks(tool, ctx, { tasks, refs: [id] }),
    danger: 'safe',
    idempotent: false,
    preview: previewTitle,
  }) as const;
