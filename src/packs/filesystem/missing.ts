import type { CallContext } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';

/** The error for a path where there is nothing, with near names where the workspace has some. */
export async function sayMissing(path: string, ctx: CallContext, what = 'file or folder'): Promise<ToolError> {
  try {
    await ctx.files.read(path, { maxBytes: 0 });
  } catch (error) {
    if (error instanceof ToolError && error.code === 'FILE_NOT_FOUND') {
      const message = error.message.replace(/^There is no file at /, `There is no ${what} at `);
      return withNextCall(path, new ToolError(error.code, message, error), ctx);
    }
  }
  return new ToolError('FILE_NOT_FOUND', `Nothing is at ${path} in the workspace ${ctx.files.root}.`);
}

/** The error with the call that shows what there is, where no near name is known. */
export async function withNextCall(path: string, error: ToolError, ctx: CallContext): Promise<ToolError> {
  const { path: relative, near } = error.details ?? {};
  if (error.code !== 'FILE_NOT_FOUND' || typeof relative !== 'string') return error;
  const isPattern = /[*?]|\{.*,.*\}/.test(path);
  if (near && !isPattern) return error;
  const slashed = path.replaceAll('\\', '/');
  if (slashed !== path && (await ctx.files.stat(slashed).catch(() => undefined))) {
    return new ToolError(error.code, error.message, { ...error, suggestion: `Did you mean ${slashed}?` });
  }
  const suggestion = isPattern
    ? `A path is one place. Find files by a pattern with glob {"pattern": ${JSON.stringify(path)}}; grep takes one in glob.`
    : `See what there is: list_directory {"path": ${JSON.stringify(await lastFolder(relative, ctx))}}.`;
  return new ToolError(error.code, error.message, { ...error, suggestion });
}

/** The last folder on the way to a path that exists. */
async function lastFolder(relative: string, { files }: CallContext): Promise<string> {
  for (let parts = relative.split('/').slice(0, -1); parts.length > 0; parts = parts.slice(0, -1)) {
    const folder = parts.join('/');
    const stat = await files.stat(folder).catch(() => undefined);
    if (stat?.kind === 'directory') return folder;
  }
  return '.';
}
