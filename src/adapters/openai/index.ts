export type { ToolLoss } from '../offer-tools.ts';
export type { ReplyOptions } from '../run-reply.ts';
export type { ApplyPatchOutput, ShellOutput } from './built-ins.ts';
export {
  type ChatAttachmentsMessage,
  type ChatFunctionTool,
  type ChatSaid,
  type ChatToolMessage,
  type OpenAIChatTools,
  toOpenAIChatTools,
} from './chat.ts';
export type { OpenAIOptions } from './options.ts';
export {
  type CustomOutput,
  type FunctionOutput,
  type OpenAIResponsesTools,
  type ResponsesFunctionTool,
  type ResponsesOptions,
  type ResponsesOutput,
  type ResponsesSaid,
  type ResponsesTool,
  toOpenAIResponsesTools,
} from './responses.ts';
