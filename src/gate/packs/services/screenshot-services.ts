import type { ScreenshotServices } from '../../../packs/screenshot/services.ts';
import { findProgram } from '../../../system/find-program.ts';
import type { PackParts } from '../parts.ts';

export function createScreenshotServices({ env, sandboxes }: PackParts): ScreenshotServices {
  return {
    env,
    platform: process.platform,
    outside: () => sandboxes.open('none'),
    findProgram: (name, root) => findProgram(name, env.PATH, root),
    // Few processes show a page: the code for that is loaded with the first one.
    async photographPage(request) {
      const { photographPage } = await import('../../../sandbox/browser/photograph-page.ts');
      return photographPage({ env }, request);
    },
  };
}
