import { spawnSync } from 'node:child_process';
import type { Settings } from '../../../config/load-settings.ts';
import { screenWays } from '../../../packs/screenshot/screen-ways.ts';
import { chooseProvider } from '../../../packs/web/search/choose-provider.ts';
import { findBrowser } from '../../../sandbox/browser/find-browser.ts';
import type { SandboxFinding } from '../../../sandbox/port.ts';
import { findProgram } from '../../../system/find-program.ts';
import { ToolError } from '../../../tool/error.ts';
import { plainRequire } from '../../../tool/loading/plain-require.ts';

type PackFinding = SandboxFinding & { readonly needed: false };

export function findPackParts({ web, workspace }: Settings, env = process.env): readonly PackFinding[] {
  const { root } = workspace;
  const find = (name: string) => findProgram(name, env.PATH, root);
  return [
    look('git', () => {
      const program = find('git');
      if (!program) throw missing('git is not on your PATH', 'Install git (on Debian: sudo apt-get install git).');
      return String(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout).trim();
    }),
    look('web search', () => {
      const { provider, keyEnv } = chooseProvider({ search: web?.search, env });
      return keyEnv && env[keyEnv] ? `${provider.name}, with ${keyEnv}` : provider.name;
    }),
    look('pages', () => {
      const browser = findBrowser({ env, platform: process.platform, root, ownPath: () => '' });
      if (!isInstalled('playwright-core'))
        throw missing(`${browser} is there, playwright-core is not`, 'Install it: npm install playwright-core');
      return `${browser}, for pictures of pages`;
    }),
    look('screen', () => {
      const { ways, missing: lacks } = screenWays(
        { env, platform: process.platform, findProgram: find },
        'screen',
        root,
      );
      if (ways[0]) return `${ways[0].name}, for pictures of the screen`;
      const takes = lacks.length > 0 ? `It takes ${lacks.join(', or ')}.` : undefined;
      throw missing('no picture of the screen can be taken here', takes);
    }),
  ];
}

function look(part: string, found: () => string): PackFinding {
  try {
    return { part, ok: true, says: found(), needed: false };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { part, ok: false, says: error.message, next: error.suggestion, needed: false };
  }
}

const missing = (message: string, suggestion: string | undefined): ToolError =>
  new ToolError('EXECUTION_ERROR', message, { suggestion });

function isInstalled(name: string): boolean {
  try {
    plainRequire().resolve(name);
    return true;
  } catch {
    return false;
  }
}
