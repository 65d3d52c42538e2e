export type { SlotOptions } from '../slots/gate-calls.ts';
export { toDeepAgentsBackend, toDeepAgentsSandbox } from './backend.ts';
