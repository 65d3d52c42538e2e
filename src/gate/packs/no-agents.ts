import type { LazySource } from '../../registry/types.ts';
import { ToolError } from '../../tool/error.ts';
import { PACK_FACTS } from './pack-facts.ts';

/** Stands for the tools that start agents where nothing can start one: a call of them says what is missing. */
export function noAgents(): LazySource {
  const cards = [...(PACK_FACTS.get('spawn')?.cards.values() ?? [])];
  const names = new Set(cards.flatMap(({ name, aliases = [] }) => [name, ...aliases.map(alias => alias.name)]));
  return {
    summaries: () => [],
    resolve: name => {
      if (names.has(name)) throw needsModel();
      return null;
    },
  };
}

export const needsModel = (): ToolError =>
  new ToolError('LLM_ASSIST_REQUIRED', 'No agent can be started: no model is configured for agents', {
    suggestion: 'Do the task yourself.',
    forPeople: 'Give createToolgate a spawner: createAgents({ types, model }).spawner, from toolgate/agents.',
  });
