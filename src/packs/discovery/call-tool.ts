import { z } from 'zod';
import { define, type Info } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';

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
