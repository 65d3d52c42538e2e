import type { ScreenshotServices } from '../../packs/screenshot/services.ts';
import type { VisionServices } from '../../packs/vision-analysis/services.ts';
import { readUserRegistries } from '../../sandbox/user-registries.ts';
import { findProgram } from '../../system/find-program.ts';
import { ToolError } from '../../tool/error.ts';
import type { PackServices } from './load-packs.ts';
import type { PackParts } from './parts.ts';
import { createWebServices } from './services/web-services.ts';

type MadeServices = Required<Pick<PackServices, 'web' | 'screenshot' | 'vision' | 'git' | 'project'>>;

export function createPackServices(parts: PackParts): MadeServices {
  const { env, shell, sandboxes, index } = parts;
  const outside = () => sandboxes.open('none');
  return {
    web: createWebServices(parts),
    screenshot: createScreenshotServices(parts),
    vision: createVisionServices(parts),
    git: { shell, outside, env },
    project: { shell, index, registries: () => readUserRegistries(env) },
  };
}

function createScreenshotServices({ env, sandboxes }: PackParts): ScreenshotServices {
  return {
    env,
    platform: process.platform,
    outside: () => sandboxes.open('none'),
    findProgram: (name, root) => findProgram(name, env.PATH, root),
    // Few processes show a page: the code for that is loaded with the first one.
    async photographPage(request) {
      const { photographPage } = await import('../../sandbox/browser/photograph-page.ts');
      return photographPage({ env }, request);
    },
  };
}

function createVisionServices({ visionModel }: PackParts): VisionServices {
  return { model: visionModel ?? (() => Promise.reject(noVisionModel())) };
}

export const noVisionModel = (): ToolError =>
  new ToolError('LLM_ASSIST_REQUIRED', 'No model is configured that looks at pictures', {
    suggestion: 'Set "visionModel" in your config to PROVIDER/NAME, or "model" to one that takes pictures.',
  });
