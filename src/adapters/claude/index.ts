export {
  type ClaudeAsked,
  type ClaudeCanUseTool,
  type ClaudeHook,
  type ClaudeHookAnswer,
  type ClaudeOptions,
  type ClaudeOptionsInput,
  type ClaudePermission,
  type ClaudeServer,
  toClaudeOptions,
} from './options.ts';
