export { type ClaudeOptions, type ClaudeOptionsInput, toClaudeOptions } from './options.ts';
export type {
  ClaudeAsked,
  ClaudeCanUseTool,
  ClaudeHook,
  ClaudeHookAnswer,
  ClaudePermission,
  ClaudeServer,
} from './types.ts';
