import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { quoteWord } from '../../shell/state/value.ts';

export interface HookLines {
  /** The line for the event before a call: whatever goes wrong blocks the call. */
  readonly guarded: string;
  /** The line for the event with which a turn begins: Toolgate is started. */
  readonly begins: string;
  /** The line for the event with which a session begins: Toolgate is started, and nobody waits for that. */
  readonly warms: string;
  /** The line for all other events. */
  readonly plain: string;
  /** Seconds after which the host may give up on `guarded`; longer than its guard. */
  readonly seconds: number;
  /** Seconds for the other lines, which no call waits for. */
  readonly shortly: number;
  /** For hosts that load a plugin of ours: another file than ours, for trials, and the time for an answer. */
  readonly plugin: { readonly file: string | undefined; readonly start: readonly string[]; readonly seconds: number };
}

/** The word by which our commands are found again. */
export const HOOK_MARK = 'toolgate-hook';

const GUARD = 570;
const SHORT_GUARD = 60;

interface HookLineOptions {
  readonly host: string;
  /** The program of the hook; left out: the real one. */
  readonly program?: readonly string[];
  /** The file of the plugin, where the host loads one; left out: the real one. */
  readonly plugin?: string | undefined;
  readonly options?: readonly string[];
  /** Seconds that a hook has before it is ended; the host's own limit comes after that. */
  readonly guard?: number;
  /** Whether there is a `timeout`; without it only the host's own limit ends a hook that hangs. */
  readonly hasTimeout: boolean;
  readonly perl?: string | undefined;
}

export function hookLines(given: HookLineOptions): HookLines {
  const { host, program, plugin, options = [], guard = GUARD, hasTimeout, perl } = given;
  const words = program ?? clientWords('hook', perl);
  const timed = (seconds: number, phase: string) =>
    startLine([...(hasTimeout ? ['timeout', String(seconds)] : []), ...words, host, phase, ...options]);
  const short = Math.min(guard, SHORT_GUARD);
  const unguarded = (phase: string) => `${timed(short, phase)} || true # ${HOOK_MARK}`;
  const said = `Toolgate gave no answer, so the call is blocked. See: toolgate hook status ${host}`;
  return {
    guarded: `${timed(guard, 'before')} || { echo '${said}' >&2; exit 2; } # ${HOOK_MARK}`,
    begins: unguarded('begin'),
    warms: unguarded('warm'),
    plain: unguarded('after'),
    seconds: guard + 30,
    shortly: short + 30,
    plugin: { file: plugin, start: program ?? serviceWords(options), seconds: guard },
  };
}

/** The words that start a program of ours. Perl starts in a tenth of Node's time, and leaves the rest to Node. */
export function clientWords(name: 'hook' | 'shell-call', perl: string | undefined): readonly string[] {
  const node = [process.execPath, fileURLToPath(clientURL(name))];
  const quick = fileURLToPath(QUICK[name]);
  if (perl === undefined || !existsSync(quick)) return node;
  return [perl, quick, ...(name === 'hook' ? node : [])];
}

/**
 * The line that starts a program of ours by its words. Perl would complain of a language that is not installed, where
 * others read that as what a command said.
 */
export const startLine = (words: readonly string[]): string => `PERL_BADLANG=0 ${words.map(quoteWord).join(' ')}`;

/** The words that start a Toolgate, as hook.ts does. */
const serviceWords = (options: readonly string[]): readonly string[] => {
  const main = new URL(IN_SOURCE ? '../../cli/main.ts' : './cli.js', import.meta.url);
  return [process.execPath, fileURLToPath(main), 'hook', 'serve', ...options];
};

export const pluginFile = (name: 'opencode-plugin' | 'pi-extension'): string =>
  fileURLToPath(new URL(IN_SOURCE ? `../client/${name}.ts` : `./${name}.js`, import.meta.url));

const IN_SOURCE = import.meta.url.endsWith('.ts');

const QUICK = {
  hook: new URL('../client/hook.pl', import.meta.url),
  'shell-call': new URL('../client/shell-call.pl', import.meta.url),
};

const clientURL = (name: 'hook' | 'shell-call'): URL =>
  new URL(IN_SOURCE ? `../client/${name}.ts` : `./${name}.cjs`, import.meta.url);
