import type { Browser, BrowserType } from 'playwright-core';
import { findProgram } from '../../system/find-program.ts';
import { ToolError } from '../../tool/error.ts';
import { optionalPackage } from '../../tool/loading/optional-package.ts';
import { findBrowser } from './find-browser.ts';
import { browserFlags } from './flags.ts';
import { BROWSER_LAUNCH, makeProfile, NOBODY } from './home.ts';
import type { ThreadStart } from './messages.ts';

/** A browser, and whether its own walls are around its pages. */
type OpenBrowser = { readonly browser: Browser; readonly walled: boolean };

/**
 * Opens a browser in a group of processes of its own, with a profile that is thrown away. The walls that it builds
 * around its pages stay up. Root cannot have walls, so for root the browser runs as nobody; and as nobody, where the
 * kernel gives it no walls, it runs without: nobody has nothing to lose. A person has, and is told instead.
 */
export async function openBrowser(options: ThreadStart): Promise<OpenBrowser> {
  const { env, root } = options;
  const { chromium } = await importPlaywright();
  const program = findBrowser({ env, platform: process.platform, root, ownPath: () => chromium.executablePath() });
  const asNobody = process.getuid?.() === 0 && process.platform === 'linux' ? nobodyCommand() : [];
  const command = [...asNobody, program];
  const launched = launch(chromium, command, options).catch(error => {
    if (asNobody.length === 0 || !isWithoutWalls(error)) throw error;
    return launch(chromium, [...command, '--no-sandbox'], options);
  });
  return launched.catch(error => {
    throw notStarted(program, error);
  });
}

async function launch(chromium: BrowserType, command: readonly string[], { env, home, time }: ThreadStart) {
  const profile = makeProfile(home, { forNobody: command.includes(AS_NOBODY) });
  const { LANG = 'C.UTF-8', TZ } = env;
  const browser = await chromium.launch({
    executablePath: '/bin/sh',
    ignoreDefaultArgs: true,
    args: ['-c', BROWSER_LAUNCH, 'toolgate', home, ...command, ...browserFlags(profile)],
    env: { PATH: SYSTEM_PATH, HOME: profile, TMPDIR: profile, LANG, ...(TZ ? { TZ } : {}) },
    timeout: time,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return { browser, walled: !command.includes('--no-sandbox') };
}

const AS_NOBODY = `--reuid=${NOBODY}`;

const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

/** The command that becomes nobody, and takes no rights along that the page could take over. */
function nobodyCommand(): readonly string[] {
  const setpriv = findProgram('setpriv', SYSTEM_PATH, '/nonexistent');
  if (setpriv) return [setpriv, AS_NOBODY, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs', '--'];
  throw new ToolError('EXECUTION_ERROR', 'A browser cannot show pages safely as root', {
    suggestion: 'Run toolgate as an ordinary user, or install setpriv (on Debian: apt-get install util-linux).',
  });
}

const importPlaywright = () =>
  optionalPackage<typeof import('playwright-core')>('playwright-core', { by: 'A picture of a page', since: '1.60.0' });

/** Whether the browser said that the kernel gives it no namespaces. */
const isWithoutWalls = (error: unknown): boolean =>
  error instanceof Error && /No usable sandbox|Failed to move to new namespace|zygote_host_impl/i.test(error.message);

function notStarted(program: string, error: unknown): ToolError {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n').map(line => line.trim());
  const said = lines.find(line => /\[err\]/.test(line)) ?? lines[0] ?? '';
  return new ToolError('EXECUTION_ERROR', `The browser ${program} could not be started: ${said.slice(0, 300)}`, {
    suggestion: isWithoutWalls(error)
      ? 'It needs user namespaces for its walls around pages: see `toolgate doctor`.'
      : 'Set TOOLGATE_BROWSER to another Chromium, Chrome or Edge.',
  });
}
