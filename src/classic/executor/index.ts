export type { Danger as DangerLevel } from '../../tool/effect.ts';
export { SharedBlackboard } from '../../workspace/claims/claims.ts';
export { SharedFileCache } from '../../workspace/view/cache.ts';
export type { ToolDefinition } from '../shared/tool-definition.ts';
export {
  coerceBoolean,
  coerceString,
  DeadLetterQueue,
  extractToolFilePath,
  fileChangeTracker,
  groupToolCallsIntoBatches,
  trackFileChange,
  validateSyntax,
  withRetry,
  zodToJsonSchema,
} from './calls.ts';
export { ExecutionPolicyManager, PermissionChecker, SafetyManager } from './checks.ts';
export { type ExecutorOptions, ExecutorRegistry as ToolRegistry, type ToolEvent } from './registry.ts';
