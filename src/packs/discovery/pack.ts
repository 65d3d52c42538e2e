import type { Info } from '../../tool/define.ts';
import { callTool } from './call-tool.ts';
import { type DiscoveryServices, findTools } from './find-tools.ts';
import manifest from './manifest.json' with { type: 'json' };

export const discoveryPack = (services: DiscoveryServices): { manifest: unknown; tools: readonly Info[] } => ({
  manifest,
  tools: [findTools(services), callTool],
});
