import { createMcpServing, type McpServing, type McpServingOptions } from '../../../adapters/mcp/server/index.ts';
import { ToolError } from '../../../tool/error.ts';
import { UsageError } from '../../failure.ts';
import type { ServedToolsOptions } from '../../options.ts';
import type { CliSession } from '../../session.ts';

export async function openServing(
  { gate, settings, mcpServers }: CliSession,
  { tools, prefix, structured = false }: ServedToolsOptions,
  more: Pick<McpServingOptions, 'version' | 'elicit'>,
): Promise<McpServing> {
  const { vocabulary } = settings;
  try {
    return await createMcpServing(gate, { ...more, vocabulary, tools, prefix, structured, offers: mcpServers?.offers });
  } catch (error) {
    throw error instanceof ToolError && OF_CHOICE.has(error.code) ? new UsageError(error) : error;
  }
}

/** The error codes of a wrong choice of tools. */
const OF_CHOICE: ReadonlySet<string> = new Set(['UNKNOWN_TOOL', 'PERMISSION_DENIED', 'INVALID_ARGUMENTS']);
