import { expect, it } from 'vitest';
import { toAISDKSandbox, toAISDKTools } from '../../src/adapters/ai/index.ts';
import { toAnthropicTools } from '../../src/adapters/anthropic/index.ts';
import { toClaudeOptions } from '../../src/adapters/claude/index.ts';
import { toDeepAgentsBackend, toDeepAgentsSandbox } from '../../src/adapters/deepagents/index.ts';
import { toGoogleTools } from '../../src/adapters/google/index.ts';
import { toLangChainTools } from '../../src/adapters/langchain/index.ts';
import { toMastraFilesystem, toMastraSandbox, toMastraTools } from '../../src/adapters/mastra/index.ts';
import { connectMcpServers, createHttpApp, createMcpServing, serveOnPipe } from '../../src/adapters/mcp/index.ts';
import { toOpenAIChatTools, toOpenAIResponsesTools } from '../../src/adapters/openai/index.ts';
import {
  toOpenAIAgentsEditor,
  toOpenAIAgentsQuestion,
  toOpenAIAgentsSandbox,
  toOpenAIAgentsShell,
  toOpenAIAgentsTools,
} from '../../src/adapters/openai-agents/index.ts';
import { createAgents, runAgent } from '../../src/agents/index.ts';
import { createDefaultToolRegistry, createToolgate, Tool, ToolRegistry } from '../../src/index.ts';
import { createGuardedFetch } from '../../src/network/index.ts';
import { temporaryWorkspace, verifyTool } from '../../src/testing/index.ts';
import { connectWorkers } from '../../src/workers/index.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const plain = { name: 'f', description: 'F.', parameters: { type: 'object' }, execute: async () => 'x' };

const withTypo: Readonly<Record<string, readonly [(options: never) => unknown, string, string]>> = {
  createToolgate: [createToolgate, 'polcy', 'policy'],
  createDefaultToolRegistry: [createDefaultToolRegistry, 'pack', 'packs'],
  ToolRegistry: [options => new ToolRegistry(options), 'toolresolver', 'toolResolver'],
  'registry.register': [options => new ToolRegistry().register(plain, options), 'permission', 'permissions'],
  'registry.registerPack': [options => new ToolRegistry().registerPack('p', [plain], options), 'kep', 'keep'],
  'registry.tools': [options => new ToolRegistry().tools(options), 'onToolResults', 'onToolResult'],
  'Tool.from': [options => Tool.from(plain, options), 'effect', 'effects'],
  'The tool f': [options => Tool.define('f', options), 'aproval', 'approval'],
  createAgents: [createAgents, 'modell', 'model'],
  runAgent: [runAgent, 'promt', 'prompt'],
  connectWorkers: [options => connectWorkers({} as never, options), 'onproblem', 'onProblem'],
  createGuardedFetch: [createGuardedFetch, 'alow', 'allow'],
  verifyTool: [options => verifyTool(plain, options), 'run', 'runs'],
  temporaryWorkspace: [options => temporaryWorkspace({}, options), 'prefx', 'prefix'],
  toAISDKTools: [options => toAISDKTools({} as never, options), 'approval', 'approvals'],
  toAnthropicTools: [options => toAnthropicTools({} as never, options), 'builtins', 'builtIns'],
  toGoogleTools: [options => toGoogleTools({} as never, options), 'vocabluary', 'vocabulary'],
  toLangChainTools: [options => toLangChainTools({} as never, options), 'profil', 'profile'],
  toOpenAIChatTools: [options => toOpenAIChatTools({} as never, options), 'strickt', 'strict'],
  toOpenAIResponsesTools: [options => toOpenAIResponsesTools({} as never, options), 'builtin', 'builtIns'],
  toAISDKSandbox: [options => toAISDKSandbox({} as never, options), 'cal', 'call'],
  toClaudeOptions: [options => toClaudeOptions({} as never, options), 'canUseTools', 'canUseTool'],
  toDeepAgentsBackend: [options => toDeepAgentsBackend({} as never, options), 'cal', 'call'],
  toDeepAgentsSandbox: [options => toDeepAgentsSandbox({} as never, options), 'cal', 'call'],
  toMastraFilesystem: [options => toMastraFilesystem({} as never, options), 'cal', 'call'],
  toMastraSandbox: [options => toMastraSandbox({} as never, options), 'cal', 'call'],
  toMastraTools: [options => toMastraTools({} as never, options), 'approval', 'approvals'],
  toOpenAIAgentsEditor: [options => toOpenAIAgentsEditor({} as never, options), 'approval', 'approvals'],
  toOpenAIAgentsQuestion: [options => toOpenAIAgentsQuestion({} as never, {} as never, options), 'cal', 'call'],
  toOpenAIAgentsSandbox: [options => toOpenAIAgentsSandbox({} as never, options), 'cal', 'call'],
  toOpenAIAgentsShell: [options => toOpenAIAgentsShell({} as never, options), 'approval', 'approvals'],
  toOpenAIAgentsTools: [options => toOpenAIAgentsTools({} as never, options), 'strickt', 'strict'],
  connectMcpServers: [options => connectMcpServers({} as never, {}, options), 'pateince', 'patience'],
  createMcpServing: [options => createMcpServing({} as never, options), 'elicits', 'elicit'],
  createHttpApp: [createHttpApp, 'tokens', 'token'],
  serveOnPipe: [options => serveOnPipe({} as never, options), 'ouput', 'output'],
};

it.each(Object.entries(withTypo))('%s names the option that was meant', async (by, [make, typo, meant]) => {
  await expect((async () => make({ [typo]: 'x' } as never))()).rejects.toThrow(
    `${by}: unknown option "${typo}"; did you mean "${meant}"?`,
  );
});

it('a call and an agent below refuse an option that nobody knows, and a context may hold more', async () => {
  const { gate } = await openGate();
  const call = { name: 'list_directory', args: {} };
  const odd = { aprover: () => 'allow_once' } as never;
  const made = [() => gate.execute(call, odd), () => gate.explain(call, odd), () => gate.queue(odd)];
  for (const make of made)
    await expect((async () => make())()).rejects.toThrow('unknown option "aprover"; did you mean "approver"?');
  expect(() => gate.child({ agent: 'a', budgt: {} } as never)).toThrow('did you mean "budget"?');
  expect((await gate.registry.execute('list_directory', {}, { callID: 'mine', metadata() {} })).ok).toBe(true);
});
