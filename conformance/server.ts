import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/server';
import {
  createHttpApp,
  createMcpEndpoint,
  createMcpServing,
  type Listening,
  listen,
} from '../src/adapters/mcp/server/index.ts';
import { createToolgate, type Tool } from '../src/index.ts';
import { serveBesideTools } from './beside-tools.ts';
import { contentTools } from './content-tools.ts';
import { fixture, NOTHING } from './fixture.ts';
import { questionTools } from './question-tools.ts';
import { taskMode, taskTools } from './task-tools.ts';

/** The server that the official suite is run against: the fixtures are tools of a gate, served as any gate is. */
export async function openConformanceServer(port = 0): Promise<Listening> {
  const workspace = mkdtempSync(join(tmpdir(), 'toolgate-conformance-'));
  const gate = await createToolgate({ workspace, store: 'memory', policy: 'privileged', packs: ['filesystem'] });
  const endpoint: { promptsChanged?: () => void } = {};
  const triggers: readonly Tool.Info[] = [
    fixture('test_trigger_tool_change', NOTHING, () => {
      if (!gate.registry.unregister('test_extra_tool')) gate.registry.register(extra);
      return { output: 'The tools have changed.' };
    }),
    fixture('test_trigger_prompt_change', NOTHING, () => {
      endpoint.promptsChanged?.();
      return { output: 'The prompts have changed.' };
    }),
  ];
  for (const tool of [...contentTools, ...questionTools, ...taskTools, ...triggers]) gate.registry.register(tool);
  const serving = await createMcpServing(gate, {
    taskMode,
    capabilities: { prompts: { listChanged: true }, resources: { subscribe: true }, logging: {}, completions: {} },
    extend: (server: McpServer) => serveBesideTools(server),
  });
  const mcp = createMcpEndpoint(serving);
  endpoint.promptsChanged = () => mcp.notify.promptsChanged();
  const listening = await listen(createHttpApp({ mcp, asking: 'everyone' }), port);
  return {
    ...listening,
    async close() {
      serving.close();
      await mcp.close();
      await listening.close();
      await gate.close();
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

const extra = fixture('test_extra_tool', NOTHING, () => ({ output: 'Here for now.' }));

if (import.meta.main) {
  const { url } = await openConformanceServer(Number(process.env.PORT ?? 0));
  console.log(`${url}/mcp`);
}
