import { ToolError } from '../tool/error.ts';

/** The caller no longer wants the call. */
export const aborted = (): ToolError =>
  new ToolError('ABORTED', 'The call was aborted before it was done; nothing was changed');
