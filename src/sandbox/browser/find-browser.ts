import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram, isProgram } from '../../system/find-program.ts';
import { tryOr } from '../../system/try-or.ts';
import { ToolError } from '../../tool/error.ts';

/** Variables that name a browser; the first one is ours. */
const VARIABLES = ['TOOLGATE_BROWSER', 'CHROME_PATH'] as const;

const NAMES = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  ...['microsoft-edge', 'microsoft-edge-stable', 'brave-browser'],
];

const APPLICATIONS = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'] as const;

interface BrowserSearch {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Real path of the workspace. */
  readonly root: string;
  /** The path where playwright would keep its own. */
  readonly ownPath: () => string;
}

/** A browser that is there: the one that a variable names, one on the path, an application, or playwright's own. */
export function findBrowser({ env, platform, root, ownPath }: BrowserSearch): string {
  for (const name of VARIABLES) {
    const named = env[name];
    if (!named) continue;
    if (isProgram(named, root)) return named;
    throw new ToolError('EXECUTION_ERROR', `${name} names ${named}, which is no program outside of the workspace`, {
      suggestion: `Set ${name} to the path of Chromium, Chrome or Edge, or unset it.`,
    });
  }
  for (const name of NAMES) {
    const found = findProgram(name, env.PATH, root);
    if (found) return found;
  }
  // Playwright has no browser of its own for every system.
  const others = [...(platform === 'darwin' ? applications(env.HOME ?? homedir()) : []), tryOr(ownPath, '')];
  const found = others.find(file => file !== '' && isProgram(file, root));
  if (found) return found;
  throw new ToolError('EXECUTION_ERROR', 'No browser was found, and pages are shown by one', {
    suggestion:
      'Install Chromium or Chrome (on Debian: sudo apt-get install chromium; or: npx playwright-core install chromium), ' +
      'or set TOOLGATE_BROWSER to its path.',
  });
}

const applications = (home: string): readonly string[] =>
  ['/Applications', join(home, 'Applications')].flatMap(folder =>
    APPLICATIONS.map(name => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
  );
