export type { ToolLoss } from '../offer-tools.ts';
export type { SlotOptions } from '../slots/gate-calls.ts';
export { type OpenAIAgentsApproval, toOpenAIAgentsQuestion } from './approval.ts';
export { type OpenAIAgentsEditor, toOpenAIAgentsEditor } from './editor.ts';
export { toOpenAIAgentsSandbox } from './sandbox.ts';
export { type OpenAIAgentsShell, toOpenAIAgentsShell } from './shell.ts';
export { type OpenAIAgentsToolsOptions, toOpenAIAgentsTools } from './tools.ts';
