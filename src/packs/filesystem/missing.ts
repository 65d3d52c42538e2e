import type { CallContext } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';

/** The error for a path where nothing is, with near names where the workspace has some. */
export async function sayMissing(path: string, ctx: CallContext): Promise<ToolError> {
  try {
    await ctx.files.read(path, { maxBytes: 0 });
  } catch (error) {
    if (error instanceof ToolError && error.code === 'FILE_NOT_FOUND') return error;
  }
  return new ToolError('FILE_NOT_FOUND', `Nothing is at ${path} in the workspace ${ctx.files.root}.`);
}
