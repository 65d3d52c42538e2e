export { AGENT_LIMITS, type AgentInput, type AgentLimits, type AgentType, defineAgent } from './agent-type.ts';
export { type AgentSource, type AgentTypes, createAgentTypes } from './agent-types.ts';
export type { Retrying, RetryOptions } from './ask-with-retries.ts';
export { type Agents, type AgentsOptions, type ChosenModel, createAgents, type StartOptions } from './create-agents.ts';
export type { AgentHistory, AgentMessage } from './history.ts';
export { parseAgentFile } from './parse-agent-file.ts';
export { type ModelConfig, type ModelSettings, type ResolvedModel, resolveModel } from './resolve-model.ts';
export { type AgentResult, type RunAgentOptions, runAgent, type ToolOffer } from './run-agent.ts';
