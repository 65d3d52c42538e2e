import { McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { ActivityEvent, Approver, CallOptions, Toolgate } from '../../index.ts';
import { reportProgress } from '../mcp/server/tools/report-progress.ts';
import type { ServedTools } from '../mcp/server/tools/served-tools.ts';
import { toCallToolResult, toMcpTool } from '../mcp/server/tools/to-mcp.ts';
import { recordOf } from '../read-said.ts';
import { askInTurn } from '../show-question.ts';
import { sameTurn } from '../slots/same-turn.ts';

type ServerParts = { name: string; call: CallOptions; tools: ServedTools; approver: (toolUseID: string) => Approver };

/** The key under which Claude Code names the model's call that a request is for. */
const TOOL_USE = 'claudecode/toolUseId';

/** The word that keeps Claude Code from hiding tools behind a search. */
const ALWAYS = { 'anthropic/alwaysLoad': true };

/**
 * The tools of a gate as a server in this process. The SDK's own server would check arguments before the gate has
 * mended them, so the calls would neither run nor be on record. `approver` says yes to what a person was shown.
 */
export function createClaudeServer(gate: Toolgate, { name, call, tools, approver }: ServerParts): McpServer {
  const { root } = gate.workspace;
  const inTurn = sameTurn(gate);
  const server = new McpServer({ name, version: '0.0.0' }, { capabilities: { tools: { listChanged: true } } });

  async function run(params: { readonly name: string; readonly arguments?: unknown }, ctx: ServerContext) {
    const tool = (await tools.load()).get(params.name);
    const said = recordOf(ctx.mcpReq._meta)[TOOL_USE];
    const id = typeof said === 'string' ? said : undefined;
    const progress = reportProgress(ctx);
    const onEvent = (event: ActivityEvent) => {
      call.onEvent?.(event);
      progress.onEvent(event);
    };
    const request = { id, name: params.name, args: params.arguments ?? {} };
    try {
      const asked = id === undefined ? undefined : approver(id);
      const own = { abort: ctx.mcpReq.signal, onEvent, approver: askInTurn(asked, call.approver) };
      return toCallToolResult(await inTurn(call).add(request, own), { tool, root });
    } finally {
      progress.close();
    }
  }

  server.server.setRequestHandler('tools/list', async () => ({
    tools: [...(await tools.load()).values()].map(tool => ({ ...toMcpTool(tool, false), _meta: ALWAYS })),
  }));
  server.server.setRequestHandler('tools/call', ({ params }, ctx) => run(params, ctx));
  server.server.onclose = tools.onChange(() => void server.server.sendToolListChanged().catch(() => {}));
  return server;
}
