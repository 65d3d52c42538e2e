import { optionalPackage } from '../../index.ts';

const need = { by: 'toolgate/langchain', since: '1.2.0' };

/** The parts of `@langchain/core` that this adapter needs; loaded with the first tools, so that `require` works too. */
export async function loadLangChainCore() {
  const [{ StructuredTool }, { AIMessage, ToolMessage }] = await Promise.all([
    optionalPackage<typeof import('@langchain/core/tools')>('@langchain/core', {
      ...need,
      load: () => import('@langchain/core/tools'),
    }),
    optionalPackage<typeof import('@langchain/core/messages')>('@langchain/core', {
      ...need,
      load: () => import('@langchain/core/messages'),
    }),
  ]);
  return { StructuredTool, ToolMessage, AIMessage };
}
