import { readProgram } from '../../tool/loading/read-program.ts';
import type { ScreenshotServices } from './services.ts';

export type ScreenMode = 'screen' | 'interactive';

/** One program that takes pictures of a screen, and writes a PNG to its standard output. */
export interface ScreenWay {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether the program writes base64. */
  readonly encoded?: boolean;
}

type Machine = Pick<ScreenshotServices, 'env' | 'platform' | 'findProgram'>;

/** The ways to the screen of this machine, as far as its variables and its programs tell. */
export function screenWays({ env, platform, findProgram }: Machine, mode: ScreenMode, root: string) {
  /** The ways, the best first. */
  const ways: ScreenWay[] = [];
  /** Things to install or set, where a way is missing. */
  const missing: string[] = [];
  const add = (name: string, install: string, make: (program: string) => Omit<ScreenWay, 'name'>) => {
    const program = findProgram(name, root);
    if (program === undefined) missing.push(install);
    else ways.push({ name, ...make(program) });
  };
  const kept = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.flatMap(name => (env[name] ? [[name, env[name]]] : [])));

  if (platform === 'darwin') {
    add('screencapture', 'screencapture, which comes with macOS in /usr/sbin', program => ({
      argv: ['/bin/sh', '-c', THROUGH_FILE, 'toolgate', program, mode === 'interactive' ? '-i' : '-x'],
      env: {},
    }));
    return { ways, missing };
  }
  if (env.WSL_DISTRO_NAME || env.WSL_INTEROP) {
    if (mode === 'interactive') missing.push('mode "screen": on Windows no part of the screen can be chosen');
    else
      add('powershell.exe', 'powershell.exe on PATH (appendWindowsPath in /etc/wsl.conf)', program => ({
        argv: [program, '-NoProfile', '-NonInteractive', '-EncodedCommand', WINDOWS_SCRIPT],
        env: kept(['WSL_INTEROP', 'WSL_DISTRO_NAME']),
        encoded: true,
      }));
  }
  if (env.WAYLAND_DISPLAY) {
    const display = kept(['WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR']);
    const slurp = findProgram('slurp', root);
    if (mode === 'interactive' && !slurp) missing.push('slurp, with which a part of the screen is chosen');
    else
      add('grim', 'grim (on Debian: sudo apt-get install grim)', program => ({
        argv:
          mode === 'interactive' ? ['/bin/sh', '-c', CHOSEN, 'toolgate', slurp!, program] : [program, '-t', 'png', '-'],
        env: display,
      }));
  }
  if (env.DISPLAY) {
    add('import', "ImageMagick's import (on Debian: sudo apt-get install imagemagick)", program => ({
      argv: [program, '-silent', ...(mode === 'screen' ? ['-window', 'root'] : []), 'png:-'],
      env: { ...(env.HOME ? { XAUTHORITY: `${env.HOME}/.Xauthority` } : {}), ...kept(['DISPLAY', 'XAUTHORITY']) },
    }));
  }
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY && ways.length === 0)
    missing.push('DISPLAY or WAYLAND_DISPLAY: neither is set, so there is no screen here');
  return { ways, missing };
}

/** Shell text for a program that cannot write to its output. $1 the program, $2 its option. */
const THROUGH_FILE = '"$1" "$2" -t png "$TMPDIR/picture.png" && cat "$TMPDIR/picture.png"';

/** Shell text that lets a person draw a rectangle. $1 slurp, $2 grim. */
const CHOSEN = 'part=$("$1") && exec "$2" -t png -g "$part" -';

/** The script for all screens together, encoded so that no shell on the way can read it in another way. */
const SCRIPT = readProgram(new URL('./shoot-windows.ps1', import.meta.url));
const WINDOWS_SCRIPT = Buffer.from(SCRIPT, 'utf16le').toString('base64');
