export type { Profile } from '../../schema/lowering/lower-schema.ts';
export type { ToolLoss } from '../offer-tools.ts';
export type { SlotOptions } from '../slots/gate-calls.ts';
export { toAISDKApproval, toAISDKDenials } from './approval.ts';
export type { Progress, ToldOutcome } from './follow-call.ts';
export { toAISDKRepair } from './repair.ts';
export { toAISDKSandbox } from './sandbox.ts';
export { type AISDKToolsOptions, toAISDKTools } from './tools.ts';
