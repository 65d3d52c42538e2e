import type { Info } from '../../tool/define.ts';
import { captureScreenshot } from './capture-screenshot.ts';
import manifest from './manifest.json' with { type: 'json' };
import type { ScreenshotServices } from './services.ts';

export function screenshotPack(services: ScreenshotServices): { manifest: typeof manifest; tools: readonly Info[] } {
  return { manifest, tools: [captureScreenshot(services)] };
}
