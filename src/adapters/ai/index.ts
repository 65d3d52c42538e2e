export type { Profile } from '../../schema/lowering/lower-schema.ts';
export type { ToolLoss } from '../offer-tools.ts';
export { toAISDKApproval } from './approval.ts';
export { toAISDKDenials } from './denials.ts';
export { toAISDKRepair } from './repair.ts';
export type { AISDKToolsOptions } from './tools.ts';
export { type Progress, type ToldOutcome, toAISDKTools } from './tools.ts';
