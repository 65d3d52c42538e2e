import type { StructuredToolInterface } from '@langchain/core/tools';

/** The parts of LangChain's word on a call that are needed. */
interface Request {
  readonly toolCall: { readonly name: string; readonly args: unknown };
  readonly tool: unknown;
}

/**
 * For `wrapToolCall` of a middleware: calls of tools that the agent does not have reach the gate too, by way of
 * `call_tool`, which knows the other names of tools and those that are loaded when needed, and suggests the nearest.
 */
export function toLangChainRepair(tools: readonly StructuredToolInterface[]) {
  const calling = tools.find(({ name }) => name === 'call_tool');
  return <Asked extends Request, Answer>(request: Asked, handler: (request: Asked) => Answer): Answer => {
    if (request.tool !== undefined || !calling) return handler(request);
    const { name, args } = request.toolCall;
    const toolCall = { ...request.toolCall, name: calling.name, args: { name, args } };
    return handler({ ...request, toolCall, tool: calling });
  };
}
