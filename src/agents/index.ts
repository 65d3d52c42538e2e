export { type Agents, type AgentsOptions, type ChosenModel, createAgents, type StartOptions } from './create-agents.ts';
export type { AgentHistory, AgentMessage } from './loop/history.ts';
export {
  type AgentResult,
  type BelowAgent,
  type RunAgentOptions,
  runAgent,
  type StartedAgent,
  type ToolOffer,
} from './loop/run-agent.ts';
export type { Retrying, RetryOptions } from './model/ask-with-retries.ts';
export type { ModelConfig, ModelSettings } from './model/config.ts';
export { resolveEmbeddingModel } from './model/resolve-embedding-model.ts';
export { type ResolvedModel, resolveModel } from './model/resolve-model.ts';
export { AGENT_LIMITS, type AgentInput, type AgentLimits, type AgentType, defineAgent } from './types/agent-type.ts';
export { type AgentSource, type AgentTypes, createAgentTypes } from './types/agent-types.ts';
export { parseAgentFile } from './types/parse-agent-file.ts';
