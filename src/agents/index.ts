export { AGENT_LIMITS, type AgentInput, type AgentLimits, type AgentType, defineAgent } from './agent-type.ts';
export { type AgentSource, type AgentTypes, createAgentTypes } from './agent-types.ts';
export type { Retrying, RetryOptions } from './ask-with-retries.ts';
export { type Agents, type AgentsOptions, type ChosenModel, createAgents, type StartOptions } from './create-agents.ts';
export type { AgentHistory, AgentMessage } from './history.ts';
export type { ModelConfig, ModelSettings } from './model-config.ts';
export { parseAgentFile } from './parse-agent-file.ts';
export { resolveEmbeddingModel } from './resolve-embedding-model.ts';
export { type ResolvedModel, resolveModel } from './resolve-model.ts';
export {
  type AgentResult,
  type BelowAgent,
  type RunAgentOptions,
  runAgent,
  type StartedAgent,
  type ToolOffer,
} from './run-agent.ts';
