import type { Catalogue } from '../../packs/discovery/find-tools.ts';
import { mayRun, type ToolFacts } from '../../policy/guards/may-run.ts';
import type { RuntimePolicy } from '../../policy/types.ts';
import { requiredOf } from '../../registry/hints.ts';
import { rankTools } from '../../registry/rank-tools.ts';
import type { ToolRegistry } from '../../registry/registry.ts';
import { summarise } from '../../registry/summarise.ts';
import type { ReadyTool } from '../../tool/ready.ts';

/** Ranks all tools that may run, loads the lazy ones among the best, and counts them as shown. */
export function catalogueOf(registry: ToolRegistry, policyNow: () => RuntimePolicy | undefined): Catalogue {
  return async (query, limit) => {
    await registry.sourcesReady();
    const policy = policyNow();
    const allowed = (tool: ToolFacts) => !policy || mayRun(tool, policy);
    const known = await Promise.all(registry.all().map(({ id }) => loaded(registry, id)));
    const described = known.filter(ready => ready !== undefined);
    const all = [...described.map(({ id, description }) => ({ name: id, description })), ...registry.summaries()];
    const found = [];
    for (const { name } of rankTools(query, all, all.length)) {
      if (found.length >= limit) break;
      if (!allowed({ tool: name, required: [], danger: 'safe' })) continue;
      const ready = await loaded(registry, name);
      if (!ready || !allowed(factsOf(ready))) continue;
      registry.find(name)!.tool.unseen = false;
      found.push({ name: ready.id, description: ready.description, parameters: ready.parameters.json });
    }
    return found;
  };
}

/** One that cannot be loaded, or not be described, is only missing; the registry reports it. */
async function loaded(registry: ToolRegistry, name: string): Promise<ReadyTool | undefined> {
  try {
    const tool = registry.find(name)?.tool ?? (await registry.load(name));
    return await tool?.ready();
  } catch {
    return undefined;
  }
}

function factsOf(ready: ReadyTool): ToolFacts {
  const { danger, effects, delegates } = ready.definition;
  const known = typeof danger === 'string' ? danger : effects || danger || delegates ? 'safe' : 'dangerous';
  return { tool: ready.id, required: requiredOf(ready), danger: known };
}

/** What models are told of the tools that can be loaded, and of places that may have some later. */
export function announcementOf(registry: ToolRegistry, policy: RuntimePolicy | undefined): string {
  const known = [...registry.summaries(), ...registry.absentSources()];
  const allowed = known.filter(({ name }) => !policy || mayRun({ tool: name, required: [], danger: 'safe' }, policy));
  return allowed.length === 0 ? '' : `These can be loaded:\n${summarise(allowed)}`;
}
