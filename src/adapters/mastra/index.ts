export type { Profile } from '../../schema/lowering/lower-schema.ts';
export type { ToolLoss } from '../offer-tools.ts';
export type { SlotOptions } from '../slots/gate-calls.ts';
export { toMastraFilesystem } from './filesystem.ts';
export { toMastraSandbox } from './sandbox.ts';
export { type MastraToolsOptions, toMastraTools } from './tools.ts';
