export type { ToolLoss } from '../offer-tools.ts';
export type { ReplyOptions } from '../run-reply.ts';
export {
  type FunctionResponsePart,
  type GoogleFunction,
  type GoogleOptions,
  type GoogleSaid,
  type GoogleTools,
  toGoogleTools,
} from './tools.ts';
