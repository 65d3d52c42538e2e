export type { JsonSchema as JSONSchema } from '../../schema/schema.ts';
export { ERROR_CODES } from '../../tool/codes.ts';
export {
  type AskedPerson as ApprovalRequest,
  createCoreRegistry,
  type NestedError as ToolError,
  type NestedResult as Result,
  type NestedResult as ToolResult,
  type SchemaTool as Tool,
  SpecRegistry as ToolRegistry,
  type YesOrNo as ApprovalResponse,
} from './registry.ts';
