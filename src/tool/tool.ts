export type { Attachment, CallContext, Context, Metadata, Result } from './context.ts';
export { type Alias, type Definition, define, type Info, type Permissions } from './define.ts';
export { ToolError as Error } from './error.ts';
export { from } from './from.ts';
