import type { Info } from '../../tool/define.ts';
import { callTool, type DiscoveryServices, findTools } from './find-tools.ts';

export const discoveryPack = (services: DiscoveryServices): readonly Info[] => [findTools(services), callTool];
