import type { Info } from '../../tool/define.ts';
import { callTool } from './call-tool.ts';
import { type Catalogue, findTools } from './find-tools.ts';
import manifest from './manifest.json' with { type: 'json' };

export const discoveryPack = (services: {
  readonly catalogue: Catalogue;
}): { manifest: unknown; tools: readonly Info[] } => ({
  manifest,
  tools: [findTools(services.catalogue), callTool],
});
