export type { Permissions as ToolPermissions } from '../../tool/define.ts';
export type { Capability as ToolPermission } from '../../tool/effect.ts';
export type { ToolResponse } from './define-tool.ts';
export * as Tool from './tool.ts';
export { processTools as ToolRegistry, registerBuiltinTools, type ToolsOptions } from './tool-registry.ts';
