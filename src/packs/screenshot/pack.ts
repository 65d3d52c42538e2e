import type { Info } from '../../tool/define.ts';
import { captureScreenshot } from './capture-screenshot.ts';
import type { ScreenshotServices } from './services.ts';

export const screenshotPack = (services: ScreenshotServices): readonly Info[] => [captureScreenshot(services)];
