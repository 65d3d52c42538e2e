import type { Info } from '../../tool/define.ts';
import { analyzeImage } from './analyze-image.ts';
import type { VisionServices } from './services.ts';

export const visionAnalysisPack = (services: VisionServices): readonly Info[] => [analyzeImage(services)];
