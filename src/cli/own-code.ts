import type { Settings } from '../config/load-settings.ts';
import { builtInToolNames } from '../gate/packs/pack-facts.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import { packNames } from './pack-names.ts';
import { asGuest } from './terminal/guests.ts';

/** The code that configs name. Most name none, and then the code that loads it is not loaded either. */
export async function ownCodeOf({ ownCode, policy, packs }: Settings, onProblem: (message: string) => void) {
  if (ownCode.length === 0) return undefined;
  const { loadOwnCode } = await import('../config/code/load-own-code.ts');
  const reserved = { tools: builtInToolNames().names(), packs: packNames() };
  const loaded = await asGuest(() => loadOwnCode(ownCode, { policy, packs, reserved, onProblem }));
  return {
    ...loaded,
    /** Packs come once the gate is there, whose policy has the last word on them. */
    register(gate: Toolgate): void {
      for (const { manifest, tools, trust } of loaded.packs) {
        try {
          gate.registry.registerPack(manifest, tools, { origin: 'own', trust });
        } catch (error) {
          onProblem(`The pack ${manifest.name} is left out: ${error instanceof Error ? error.message : error}`);
        }
      }
    },
  };
}
