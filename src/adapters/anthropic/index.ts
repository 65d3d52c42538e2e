export type { ToolLoss } from '../offer-tools.ts';
export type { ReplyOptions } from '../run-reply.ts';
export {
  type AnthropicFunctionTool,
  type AnthropicOptions,
  type AnthropicSaid,
  type AnthropicTool,
  type AnthropicTools,
  type ContentBlock,
  type ToolResultBlock,
  toAnthropicTools,
} from './tools.ts';
