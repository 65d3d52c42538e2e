export { type ActivityEvent, type ActivityListener, ActivityStream } from './activity/activity-stream.ts';
export type { ActivityEventData } from './activity/event-data.ts';
export { ActivityEventType } from './activity/event-types.ts';
export { renderRequest } from './approval/render-request.ts';
export type { ApprovalAnswer, ApprovalRequest, Approver } from './approval/request.ts';
export { createToolgate } from './gate/create-toolgate.ts';
export type { DeadLetters } from './gate/dead-letters.ts';
export { createDefaultToolRegistry } from './gate/packs/default-registry.ts';
export type { AgentGate, ChildOptions, Toolgate } from './gate/toolgate.ts';
export type { ToolgateOptions } from './gate/toolgate-options.ts';
export type { CallRequest } from './pipeline/call.ts';
export type { CallOptions } from './pipeline/calls/calls.ts';
export type { Explanation } from './pipeline/explain.ts';
export { createPolicy } from './policy/create/create-policy.ts';
export { restrict } from './policy/create/restrict.ts';
export { decide } from './policy/decide.ts';
export type { Decision, Facts, PolicyInput, Reason, Rule, RuntimePolicy, Trust, Verdict } from './policy/types.ts';
export type { ToolCard, ToolDescription, ToolHints } from './registry/card.ts';
export type { LangChainOptions, LangChainTool } from './registry/langchain/langchain-tools.ts';
export {
  assertToolPackAllowed,
  type ExtensionManifest,
  parseToolPackManifest,
  RISK_PROFILES,
  type RiskProfile,
  type ToolPackManifest,
  toExtensionManifestFromToolPack,
} from './registry/manifest.ts';
export type { RegisterOptions } from './registry/registered.ts';
export { ToolRegistry } from './registry/registry.ts';
export type { CataloguedTool, LazySource, RegistryEvent, ToolResolver, Vocabulary } from './registry/types.ts';
export type { JsonSchema, Schema } from './schema/schema.ts';
export type { Store, TaskOutline, TaskRow, TaskStatus } from './store/port.ts';
export type { TaskQuery, Tasks } from './tasks/create-tasks.ts';
export type { TaskSpec } from './tasks/decisions/create-task.ts';
export type { TaskActor } from './tasks/decisions/draft.ts';
export type { TaskUpdate } from './tasks/decisions/update-task.ts';
export { replayTasks } from './tasks/replay.ts';
export type { CompiledSchema } from './tool/arguments/check/compile.ts';
export { BaseTool, type FunctionDefinition, type ToolResult } from './tool/base-tool.ts';
export { checkOptions } from './tool/check-options.ts';
export { ERROR_CODES, type ErrorCode, type ErrorType } from './tool/codes.ts';
export {
  type Capability,
  changesState,
  connects,
  type Danger,
  deletes,
  type Effect,
  type Effects,
  executes,
  reads,
  readsTree,
  sends,
  writes,
} from './tool/effect.ts';
export { type Failure, ToolError } from './tool/error.ts';
export { optionalPackage, type PackageNeed } from './tool/loading/optional-package.ts';
export type { Outcome } from './tool/outcome.ts';
export * as Tool from './tool/tool.ts';
export { SharedBlackboard } from './workspace/claims/claims.ts';
export { SharedFileCache } from './workspace/view/cache.ts';
