export type { ToolLoss } from '../offer-tools.ts';
export type { SlotOptions } from '../slots/gate-calls.ts';
export { type OpenAIAgentsApproval, toOpenAIAgentsQuestion } from './approval.ts';
export {
  type OpenAIAgentsEditor,
  type OpenAIAgentsShell,
  toOpenAIAgentsEditor,
  toOpenAIAgentsShell,
} from './built-ins.ts';
export { toOpenAIAgentsSandbox } from './sandbox.ts';
export { type OpenAIAgentsToolsOptions, toOpenAIAgentsTools } from './tools.ts';
