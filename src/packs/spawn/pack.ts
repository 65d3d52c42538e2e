import type { Info } from '../../tool/define.ts';
import type { Spawner } from './port.ts';
import { spawnAgent } from './spawn-agent.ts';

export const spawnPack = (spawner: Spawner): readonly Info[] => [spawnAgent(spawner)];
