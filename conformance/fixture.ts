import { z } from 'zod';
import { type ClientOfCall, clientOfCall } from '../src/adapters/mcp/server/index.ts';
import { Tool } from '../src/index.ts';

type Run = (
  args: Record<string, unknown>,
  client: ClientOfCall,
  ctx: Tool.Context,
) => Promise<Tool.Result> | Tool.Result;

export const NOTHING = z.object({});

/** A tool of the suite: it touches nothing, so that the policy has nothing to ask about. */
export const fixture = (name: string, parameters: z.ZodObject | Record<string, unknown>, run: Run): Tool.Info =>
  Tool.define(name, {
    description: `Fixture of the conformance suite: ${name}.`,
    parameters: parameters as z.ZodObject,
    effects: () => [],
    permissions: { required: [] },
    danger: 'safe',
    execute: async (args, ctx) => run(args as Record<string, unknown>, theClient(), ctx),
  }) as Tool.Info;

function theClient(): ClientOfCall {
  const client = clientOfCall();
  if (!client) throw new Error('This tool is for clients of MCP');
  return client;
}
