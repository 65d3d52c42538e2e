import { code, table } from './markdown.ts';
import { packNamesOf } from './pack-order.ts';
import type { SampleWorld } from './sample-world.ts';

/** The built-in packs as their manifests have them. */
export function packsPart({ gates }: SampleWorld): string {
  const { registry } = gates.get('privileged')!;
  const rows = packNamesOf(registry).map(name => {
    const { description, riskProfile, tools } = registry.manifest(name)!;
    const links = tools.map(tool => `[${tool}](reference/tools.md#${tool})`);
    return [code(name), code(riskProfile), `${description}: ${links.join(', ')}`];
  });
  return table(['pack', 'risk profile', 'what it is for'], rows);
}
