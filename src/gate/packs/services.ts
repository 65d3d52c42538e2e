import { readUserRegistries } from '../../sandbox/user-registries.ts';
import type { PackServices } from './load-packs.ts';
import type { PackParts } from './parts.ts';
import { createScreenshotServices } from './services/screenshot-services.ts';
import { createVisionServices } from './services/vision-services.ts';
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
