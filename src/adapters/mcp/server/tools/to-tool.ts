import type { Tool as McpTool } from '@modelcontextprotocol/server';
import type { CataloguedTool } from '../../../../index.ts';
import { portableSchema } from './portable-schema.ts';
import { structuredSchema } from './structured-form.ts';

/**
 * A tool as it is listed. Its possible effects are told as hints; clients should not trust them, and the gate does not.
 * An output schema is told only where structured content is sent: the schema would oblige us to send some.
 */
export function toMcpTool(
  { name, description, parameters, returns, hints }: CataloguedTool,
  structured: boolean,
): McpTool {
  return {
    name,
    description,
    // The protocol wants the type said, also of a schema that can have no other.
    inputSchema: { ...portableSchema(parameters), type: 'object' } as McpTool['inputSchema'],
    ...(structured && returns ? { outputSchema: structuredSchema(returns) as McpTool['outputSchema'] } : {}),
    annotations: {
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  };
}
