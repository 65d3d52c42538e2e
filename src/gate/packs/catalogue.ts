import type { Catalogue } from '../../packs/discovery/find-tools.ts';
import { mayRun, type ToolFacts } from '../../policy/guards/may-run.ts';
import type { RuntimePolicy } from '../../policy/types.ts';
import type { ToolCard } from '../../registry/card.ts';
import { rankTools } from '../../registry/find/rank-tools.ts';
import { summarise } from '../../registry/find/summarise.ts';
import type { ToolRegistry } from '../../registry/registry.ts';
import { signatureOf } from '../../schema/words/signature.ts';

/** Makes a catalogue. It ranks all tools that may run, loads the lazy ones among the best, and counts them as shown. */
export function catalogueOf(registry: ToolRegistry, policyNow: () => RuntimePolicy | undefined): Catalogue {
  return async (query, limit) => {
    await registry.sourcesReady();
    const policy = policyNow();
    const allowed = (tool: ToolFacts) => !policy || mayRun(tool, policy);
    const known = await Promise.all(registry.all().map(({ id }) => loaded(registry, id)));
    const all = [...known.filter(card => card !== undefined), ...registry.summaries()];
    const found = [];
    for (const { name } of rankTools(query, all, all.length)) {
      if (found.length >= limit) break;
      if (!allowed({ tool: name, required: [], danger: 'safe' })) continue;
      const card = await loaded(registry, name);
      if (!card || !allowed({ tool: card.name, required: card.required, danger: card.danger })) continue;
      registry.find(name)!.tool.unseen = false;
      const { description, parameters } = card;
      found.push({ name: card.name, description, parameters, signature: signatureOf(card) });
    }
    return found;
  };
}

/** Loads a tool. A tool that cannot be loaded or described is only missing; the registry reports it. */
async function loaded(registry: ToolRegistry, name: string): Promise<ToolCard | undefined> {
  try {
    const tool = registry.find(name)?.tool ?? (await registry.load(name));
    return await tool?.card();
  } catch {
    return undefined;
  }
}

/** The text for models on the tools that can be loaded, and on places that may have some later. */
export function announcementOf(registry: ToolRegistry, policy: RuntimePolicy | undefined): string {
  const known = [...registry.summaries(), ...registry.absentSources()];
  const allowed = known.filter(({ name }) => !policy || mayRun({ tool: name, required: [], danger: 'safe' }, policy));
  return allowed.length === 0 ? '' : `These can be loaded:\n${summarise(allowed)}`;
}
