import type { Tool as McpTool } from '@modelcontextprotocol/server';
import type { CataloguedTool } from '../../../index.ts';
import { portableSchema } from './portable-schema.ts';

/** A tool as it is listed. What it may do is told as hints; clients should not trust them, and the gate does not. */
export function toMcpTool({ name, description, parameters, returns, hints }: CataloguedTool): McpTool {
  return {
    name,
    description,
    // The protocol wants it said, also of a schema that can be nothing else.
    inputSchema: { ...portableSchema(parameters), type: 'object' } as McpTool['inputSchema'],
    ...(returns ? { outputSchema: portableSchema(returns) as McpTool['outputSchema'] } : {}),
    annotations: {
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  };
}
