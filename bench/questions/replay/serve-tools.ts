import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { connectMcpServers, type McpServerConfig } from '../../../src/adapters/mcp/client/index.ts';
import { loadSettings } from '../../../src/config/load-settings.ts';
import type { Toolgate } from '../../../src/gate/toolgate.ts';
import { TOOLS } from '../tools/all.ts';
import type { Declared } from '../tools/declared.ts';
import { schemaOf } from '../tools/schema.ts';
import type { Give } from './open-world.ts';

/** The tools of a suite behind a real MCP server, labelled in the config of its user as their authors declare them. */
export async function serveTools(gate: Toolgate, suite: string, give: Give) {
  const tools = Object.entries(TOOLS[suite]!);
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: suite, version: '1' });
    for (const [name, declared] of tools) {
      server.registerTool(name, { description: declared.description, inputSchema: schemaOf(declared) }, args => {
        const { result: given, fails } = give(name, args);
        if (typeof given === 'string' || fails)
          return { content: [{ type: 'text', text: String(given) }], ...(fails ? { isError: true } : {}) };
        const text = JSON.stringify(given);
        // Lists are no structured content, so servers put them under a name.
        const structuredContent = Array.isArray(given) || typeof given !== 'object' ? { result: given } : given;
        return { content: [{ type: 'text', text }], structuredContent: structuredContent as Record<string, unknown> };
      });
    }
    return server;
  });
  const serve = toNodeHandler(handler);
  const http = createServer((request, response) => void serve(request, response));
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const labels = Object.fromEntries(tools.map(([name, declared]) => [name, labelOf(declared)]));
  const servers = connectMcpServers(gate, await fromConfig({ [suite]: { url, labels } }), {
    onProblem: (server, problem) => {
      throw new Error(`${server}: ${problem}`);
    },
  });
  await servers.ready();
  for (const [name] of tools) await gate.execute({ name: 'find_tools', args: { query: name } });
  return {
    async close() {
      await servers.close();
      await handler.close();
      http.closeAllConnections();
      http.close();
    },
  };
}

/** Servers as a user's config file names them. */
async function fromConfig(mcpServers: object): Promise<Readonly<Record<string, McpServerConfig>>> {
  const home = mkdtempSync(join(tmpdir(), 'toolgate-bench-config-'));
  try {
    mkdirSync(join(home, 'toolgate'));
    writeFileSync(join(home, 'toolgate', 'config.json'), JSON.stringify({ policy: 'privileged', mcpServers }));
    const settings = await loadSettings({ cwd: home, env: { HOME: home, XDG_CONFIG_HOME: home }, flags: {} });
    return settings.mcpServers as Readonly<Record<string, McpServerConfig>>;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const labelOf = ({ looks, untrusted = false, private: held, targets }: Declared) => ({
  ...(looks ? { readOnly: true } : { danger: 'moderate' as const }),
  untrusted,
  ...(held ? { private: held } : {}),
  ...(targets ? { targets } : {}),
});
