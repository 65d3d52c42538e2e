export type { Profile } from '../../schema/lowering/lower-schema.ts';
export type { ToolLoss } from '../offer-tools.ts';
export { toLangChainRepair } from './repair.ts';
export { toLangChainReread } from './reread.ts';
export { type LangChainToolsOptions, toLangChainTools } from './tools.ts';
