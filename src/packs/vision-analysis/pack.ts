import type { Info } from '../../tool/define.ts';
import { analyzeImage } from './analyze-image.ts';
import manifest from './manifest.json' with { type: 'json' };
import type { VisionServices } from './services.ts';

export function visionAnalysisPack(services: VisionServices): { manifest: typeof manifest; tools: readonly Info[] } {
  return { manifest, tools: [analyzeImage(services)] };
}
