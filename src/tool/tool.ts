export { check } from './check.ts';
export type { Attachment, CallContext, Context, Metadata, Result } from './context.ts';
export {
  type Alias,
  type Definition,
  define,
  type Info,
  type InitContext,
  type Permissions,
  type Retry,
} from './define.ts';
export { ToolError as Error } from './error.ts';
export { type ForeignTool, from } from './from/from.ts';
