export type { ToolLoss } from '../offer-tools.ts';
export type { ReplyOptions } from '../user-texts.ts';
export type { ContentBlock } from './content.ts';
export {
  type AnthropicFunctionTool,
  type AnthropicOptions,
  type AnthropicSaid,
  type AnthropicTool,
  type AnthropicTools,
  type ToolResultBlock,
  toAnthropicTools,
} from './tools.ts';
