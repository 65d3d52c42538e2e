export { type ActivityEvent, type ActivityListener, ActivityStream } from '../../activity/activity-stream.ts';
export { ActivityEventType } from '../../activity/event-types.ts';
export { BaseTool, type FunctionDefinition, type ToolResult } from '../../tool/base-tool.ts';
export type { ErrorType } from '../../tool/codes.ts';
export { newId as generateId } from '../../tool/id.ts';
export { AgentTool, BashTool, EditTool, GlobTool, GrepTool, ReadTool, WriteTool } from './built-in-tools.ts';
export { type ArgumentsVerdict as ValidationResult, ToolManager, ToolValidator } from './tool-runner.ts';
