import type { JsonSchema } from '../../schema/schema.ts';
import { define, type Info } from '../define.ts';
import { shortenText } from '../text/mask.ts';
import { showUnseen } from '../text/unseen.ts';
import { readMcpResult } from './mcp-result.ts';
import { showSchema } from './show-schema.ts';

/** A tool as an MCP server lists it. */
export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** A server's report of how far a call is. */
interface McpProgress {
  readonly progress?: number | undefined;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Sends the call; the method of the same name of an MCP client will do. */
export type McpToolCaller = (
  params: { name: string; arguments: Record<string, unknown> },
  options: { signal: AbortSignal; onprogress: (progress: McpProgress) => void },
) => Promise<unknown>;

/** Milliseconds between two reports: each is an event that is kept. */
const PAUSE = 100;

/** Takes an MCP tool in. The server's word on harmlessness is not believed: what the tool touches is unknown. */
export function fromMcp(tool: McpTool, name: string, callTool: McpToolCaller | undefined): Info {
  if (!callTool)
    throw new TypeError(`Tool.from: ${tool.name} is an MCP tool; say how to call it: Tool.from(tool, { callTool })`);
  return define(name, {
    description: showUnseen(tool.description ?? tool.title ?? tool.name),
    parameters: showSchema(tool.inputSchema),
    ...(tool.outputSchema ? { returns: tool.outputSchema } : {}),
    execute: async (args, ctx) => {
      let last = Number.NEGATIVE_INFINITY;
      const onprogress = ({ progress, total, message }: McpProgress) => {
        const now = performance.now();
        if (message === undefined && now - last < PAUSE) return;
        last = now;
        ctx.metadata({
          ...(message === undefined ? {} : { title: shortenText(showUnseen(String(message)), 200) }),
          ...(Number.isFinite(progress) ? { progress } : {}),
          ...(Number.isFinite(total) ? { total } : {}),
        });
      };
      const result = await callTool({ name: tool.name, arguments: args }, { signal: ctx.abort, onprogress });
      return readMcpResult(tool.name, result);
    },
  }) as Info;
}
