import { z } from 'zod';
import type { JsonSchema } from '../../schema/schema.ts';
import { previewHead } from '../../text/previews.ts';
import { sayCount } from '../../text/say.ts';
import { define, type Info } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';

/** A tool that was found; its signature is the tool as a function, for scripts. */
type FoundTool = Readonly<{ name: string; description: string; parameters: JsonSchema; signature: string }>;

/** Searches all tools, loads the found ones that models know by a line only, and counts them as shown. */
export type Catalogue = (query: string, limit: number) => Promise<readonly FoundTool[]>;

export interface DiscoveryServices {
  readonly catalogue: Catalogue;
  /** A short list of what there is to find; it grows and shrinks with the tools. */
  readonly announce?: () => string;
  /** Whether models reach tools by scripts, for which a signature is enough. */
  readonly forScripts?: boolean;
  /** The names of places whose tools are not known: they were not searched. */
  readonly absent?: () => readonly string[];
}

export function findTools({ catalogue, announce, forScripts, absent = () => [] }: DiscoveryServices): Info {
  return define('find_tools', {
    description:
      'Search all tools by a few words, also those not listed (git, web, tests, tasks); shows their parameters.',
    ...(announce ? { announces: announce } : {}),
    parameters: z.object({
      query: z.string().min(1).describe('What the tool should do, e.g. "create github issue"'),
      limit: z.number().int().min(1).max(20).default(5).describe('Most tools to return'),
    }),
    returns: z.object({
      tools: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          parameters: z.record(z.string(), z.unknown()),
          signature: z.string(),
        }),
      ),
    }),
    parameterNames: { q: 'query', search: 'query', max_results: 'limit', numResults: 'limit' },
    effects: () => [],
    danger: 'safe',
    readOnly: true,
    idempotent: true,
    // The parameters of a tool are for the model alone.
    preview: ({ title, value }, maxLines) => {
      const output = (value?.tools ?? []).map(tool => `${tool.name}: ${tool.description}`).join('\n');
      return previewHead({ title, output }, maxLines);
    },
    execute: async ({ query, limit }) => {
      const tools = await catalogue(query, limit);
      const lines = tools.map(({ name, description, parameters, signature }) =>
        forScripts
          ? `tools.${signature}\n  ${description}`
          : `${name}: ${description}\n  parameters: ${JSON.stringify(parameters)}`,
      );
      const missing = absent();
      const found = lines.length > 0 ? lines.join('\n') : `No tool fits "${query}". Try other words, or fewer.`;
      const note = `Not searched, for they are not up: ${missing.slice(0, 20).join(', ')}. Try again in a while.`;
      return {
        title: `${sayCount(tools.length, 'tool')} for "${query}"`,
        output: missing.length > 0 ? `${found}\n\n${note}` : found,
        value: { tools: tools.map(tool => ({ ...tool, parameters: { ...tool.parameters } })) },
        metadata: { count: tools.length },
      };
    },
  }) as Info;
}

/** A tool for clients that cannot list tools again: its call is judged and run as a call of the tool that it names. */
export const callTool: Info = define('call_tool', {
  description: 'Call a tool that find_tools has shown, by its name.',
  parameters: z.object({
    name: z.string().min(1).describe('Name of the tool'),
    args: z.looseObject({}).default({}).describe("The tool's arguments"),
  }),
  parameterNames: {
    tool: 'name',
    tool_name: 'name',
    arguments: 'args',
    input: 'args',
    parameters: 'args',
    params: 'args',
    tool_input: 'args',
  },
  permissions: { required: [] },
  delegates: ({ name, args }) => ({ name, args }),
  execute: () => {
    throw new ToolError('EXECUTION_ERROR', 'call_tool stands for another call and is not run itself');
  },
}) as Info;
