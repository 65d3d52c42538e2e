import { posix } from 'node:path';
import { startsLoose, UNKNOWN } from './value.ts';

/** The place where a command is judged. All paths are absolute and real. */
export interface CommandPlace {
  readonly cwd: string;
  readonly root: string;
  readonly home?: string;
  readonly temp?: string;
  /** Whether the variables are the sandbox's own, so that there is no secret among them. */
  readonly ownVariables?: boolean;
  /** Whether a tool or a package is installed where programs that would fetch it look first. Left out: nobody knows. */
  readonly isInstalled?: (name: string, cwd: string) => boolean;
  /** Whether the policy calls a path private or protected, besides paths that are known by their names. */
  readonly isPrivate?: (path: string) => boolean;
}

/** The home folder where nobody knows it: a path outside, and nobody's name. */
const NO_HOME = '/home/\uFFFD';
export const homeOf = (where: CommandPlace): string => where.home ?? NO_HOME;
export const tempOf = (where: CommandPlace): string => where.temp ?? '/tmp';

/** A path as far as it is known: normalised, and `loose` where the path may lead anywhere at all. */
export interface ShellPath {
  readonly path: string;
  readonly kind: 'workspace' | 'temp' | 'void' | 'device' | 'home' | 'system' | 'outside' | 'anywhere';
}

export function placeOf(value: string, cwd: string | undefined, where: CommandPlace): ShellPath {
  if (startsLoose(value) && !hasKnownTail(value)) return ANYWHERE;
  if (value.startsWith('/')) return absolutePlace(value, where);
  if (cwd === undefined) return { path: `/${UNKNOWN}/${value}`, kind: 'anywhere' };
  return absolutePlace(`${cwd}/${value}`, where);
}

const ANYWHERE: ShellPath = { path: '/', kind: 'anywhere' };

/** Whether a value means a name, not a path, as `$name.txt` does. */
const hasKnownTail = (value: string): boolean => /^[\uE001-\uE003][\w.-]*\.\w+$/.test(value);

function absolutePlace(raw: string, where: CommandPlace): ShellPath {
  const path = normalize(raw);
  return { path, kind: kindOf(path, where) };
}

/** A path without `.` and `..`. After an unknown piece, `..` may take that piece away, as in a shell without links. */
const normalize = (raw: string): string => {
  const path = posix.normalize(raw);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
};

export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

const TEMPS = ['/tmp', '/var/tmp', '/private/tmp', '/private/var/folders', '/var/folders', '/dev/shm'];
const VOIDS = /^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|full|u?random|fd(?:\/\d+)?)$|^\/proc\/self\/fd\/\d+$/;
const SYSTEM =
  /^\/(?:$|(?:etc|usr|bin|sbin|lib\d*|opt|proc|sys|var|run|boot|snap|nix|System|Library|Applications)(?:\/|$))/;

function kindOf(path: string, where: CommandPlace): ShellPath['kind'] {
  // The whole machine is nobody's workspace.
  if (where.root !== '/' && isWithin(path, where.root)) return 'workspace';
  if (VOIDS.test(path)) return 'void';
  if (isWithin(path, tempOf(where)) || TEMPS.some(temp => isWithin(path, temp))) return 'temp';
  if (path.startsWith('/dev/')) return 'device';
  if (isWithin(path, homeOf(where)) || /^\/(?:home|Users)\/[^/]+|^\/root(?:\/|$)/.test(path)) return 'home';
  return SYSTEM.test(path) ? 'system' : 'outside';
}

/** The longest folder of a path that is known for certain, and whether more than that one path may be meant. */
export function knownPart(path: string): { readonly path: string; readonly tree: boolean } {
  const at = path.search(/[\uE000-\uE003]/);
  if (at < 0) return { path, tree: false };
  const slash = path.lastIndexOf('/', at);
  return { path: slash <= 0 ? '/' : path.slice(0, slash), tree: true };
}

/** Places where files run later by themselves, or decide who may do what. */
const RUNS_LATER =
  /^\/(?:etc|boot|var\/spool|var\/lib\/systemd|(?:usr\/)?lib\/(?:systemd|udev|modules))(?:\/|$)|\/(?:\.bashrc|\.bash_profile|\.profile|\.zshrc|\.zshenv|\.zprofile|\.bash_aliases|\.bash_login|\.xinitrc|\.config\/(?:autostart|systemd|fish))(?:\/|$)/;

export const runsLater = (path: string): boolean => RUNS_LATER.test(path);
