import { describe, expect, it } from 'vitest';
import { builtInCards } from '../../scripts/build/built-in-cards.ts';
import { PACK_FACTS } from '../../src/gate/packs/pack-facts.ts';
import { cardOf, fullDescription } from '../../src/registry/card.ts';
import { openGate } from '../support/worlds/open-gate.ts';

describe('what is told of a built-in tool before its code is loaded', async () => {
  const made = await builtInCards();

  it.each([...PACK_FACTS])(
    'what is told of a built-in tool before its code is loaded is in tools.json of the pack %s what its code says (npm run build:cards)',
    (pack, facts) => {
      const said: unknown = JSON.parse(JSON.stringify(made.get(pack)));
      expect([...facts.cards.values()]).toEqual(said);
      expect([...facts.cards.keys()]).toEqual(facts.manifest.tools);
    },
  );

  it.each(['required', 'off'] as const)(
    'what is told of a built-in tool before its code is loaded is what its code says where the sandbox is %s',
    async sandbox => {
      const types = [{ name: 'explorer', description: 'Looks around\nin detail', readOnly: true }];
      const spawner = () => ({ types: () => types, spawn: () => Promise.reject(new Error('none')) });
      const { gate } = await openGate({}, { policy: { extends: 'privileged', sandbox }, spawner });
      gate.registry.addLazy({ summaries: () => [{ name: 'far', description: 'Goes far' }], resolve: () => null });
      for (const tool of gate.registry.all()) {
        const { announces: told, ...before } = await tool.card();
        const { announces: says, ...after } = cardOf(await tool.ready());
        expect(before).toEqual(after);
        expect(told?.()).toEqual(says?.());
      }
      const described = gate.registry.all().map(async tool => [tool.id, fullDescription(await tool.card())]);
      const text = Object.fromEntries(await Promise.all(described));
      expect(text.spawn_agent).toContain('- explorer: Looks around');
      expect(text.find_tools).toContain('far: Goes far');
      expect(text.bash).toContain(sandbox === 'off' ? 'without a sandbox' : 'in a sandbox');
    },
  );
});
