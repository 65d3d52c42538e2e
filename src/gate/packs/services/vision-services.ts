import type { VisionServices } from '../../../packs/vision-analysis/services.ts';
import { ToolError } from '../../../tool/error.ts';
import type { PackParts } from '../parts.ts';

export function createVisionServices({ visionModel }: PackParts): VisionServices {
  return { model: visionModel ?? (() => Promise.reject(noVisionModel())) };
}

export const noVisionModel = (): ToolError =>
  new ToolError('LLM_ASSIST_REQUIRED', 'No model is configured that looks at pictures', {
    suggestion: 'Set "visionModel" in your config to PROVIDER/NAME, or "model" to one that takes pictures.',
  });
