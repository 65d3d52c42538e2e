import type { Info } from '../../tool/define.ts';
import manifest from './manifest.json' with { type: 'json' };
import type { Spawner } from './port.ts';
import { spawnAgent } from './spawn-agent.ts';

export function spawnPack(spawner: Spawner): { manifest: typeof manifest; tools: readonly Info[] } {
  return { manifest, tools: [spawnAgent(spawner)] };
}
