import { optionalPackage } from '../../index.ts';

const need = { by: 'toolgate/langchain', since: '1.2.0' };

/** The parts of `@langchain/core` that this adapter needs; loaded with the first tools, so that `require` works too. */
export async function loadLangChainCore() {
  const core = <T>(load: () => Promise<T>) => optionalPackage<T>('@langchain/core', { ...need, load });
  const [{ StructuredTool }, { AIMessage, ToolMessage }] = await Promise.all([
    core(() => import('@langchain/core/tools')),
    core(() => import('@langchain/core/messages')),
  ]);
  return { StructuredTool, ToolMessage, AIMessage };
}
