export type { Profile } from '../../schema/lowering/lower-schema.ts';
export type { ToolLoss } from '../offer-tools.ts';
export { toLangChainRepair, toLangChainReread } from './repair.ts';
export { type LangChainToolsOptions, toLangChainTools } from './tools.ts';
