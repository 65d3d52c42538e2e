import { PACK_FACTS } from '../../src/gate/packs/pack-facts.ts';
import { cardOf, type ToolCard } from '../../src/registry/card.ts';
import { temporaryWorkspace } from '../../src/testing/temporary-workspace.ts';

/** What the code of each built-in pack says of its tools, in the order of its manifest. */
export async function builtInCards(): Promise<ReadonlyMap<string, readonly ToolCard[]>> {
  const workspace = temporaryWorkspace({}, { prefix: 'toolgate-cards-' });
  try {
    const spawner = () => ({ types: () => [], spawn: () => Promise.reject(new Error('No agent is started here')) });
    const gate = await workspace.gate({ policy: 'privileged', spawner });
    // Some tools are for workers only.
    const worker = gate.child({ agent: 'worker', role: 'worker', packs: ['tasklist'] });
    const cards = async (name: string) =>
      cardOf(await (gate.registry.find(name) ?? worker.registry.find(name))!.tool.ready());
    const packs = [...PACK_FACTS].map(
      async ([pack, { manifest }]) => [pack, await Promise.all(manifest.tools.map(cards))] as const,
    );
    return new Map(await Promise.all(packs));
  } finally {
    await workspace.remove();
  }
}
