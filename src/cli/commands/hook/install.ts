import { createTwoFilesPatch } from 'diff';
import { ConfigError } from '../../../config/config-error.ts';
import type { Host } from '../../../hosts/host.ts';
import { HOST_NAMES } from '../../../hosts/host-names.ts';
import { findHost } from '../../../hosts/hosts.ts';
import { readConfigFile, textBefore, writeInstalled, writeUninstalled } from '../../../hosts/install/config-file.ts';
import { type HookLines, hookLines } from '../../../hosts/install/hook-lines.ts';
import { findProgram } from '../../../system/find-program.ts';
import { nearest } from '../../../tool/text/nearest.ts';
import type { CommonOptions } from '../../options.ts';
import { readSettings, terminalFor } from '../../session.ts';
import { refuseInsideJob, requirePerson } from '../../terminal/require-person.ts';
import { printable, type Terminal, toPrintableLine } from '../../terminal/terminal.ts';

export interface HookOptions extends CommonOptions {
  readonly user?: boolean;
  readonly project?: boolean;
}

export async function installHook(name: string, options: HookOptions): Promise<void> {
  const host = requireHost(name);
  const terminal = terminalFor(options);
  const { file, root } = await configFileOf(host, options);
  const text = readConfigFile(file);
  const lines = linesFor(host, options, root);
  const fresh = host.config.install(text, lines);
  const unloadable = host.config.unloadable?.(fresh);
  if (unloadable !== undefined)
    throw new ConfigError(
      `${host.title} would not load ${file}, and go on without the hooks in it: ${unloadable}`,
      'Mend the file, and install the hooks again.',
    );
  if (FETCHED.test(lines.guarded)) terminal.note(`warning: ${whenFetched(host.title)}`);
  const concerns = text === undefined ? [] : host.config.concerns(text);
  for (const concern of [...concerns, ...concernsElsewhere(host, root)]) terminal.note(`warning: ${concern}`);
  if (fresh === text) terminal.result(`${host.title} has the hooks already: ${toPrintableLine(file)}`);
  else {
    showDifference(terminal, file, [text, fresh]);
    await agree(`Installing hooks`, { options, question: `Write this to ${file}?` });
    writeInstalled(file, fresh, { was: text, own: withoutOurs(host, text), env: process.env });
    terminal.result(`${host.title} now asks Toolgate before each call: ${toPrintableLine(file)}`);
  }
  for (const line of host.config.afterwards) terminal.note(line);
  terminal.note(
    `Try it with: toolgate hook status ${host.name}. Take it out with: toolgate hook uninstall ${host.name}`,
  );
}

/** The folders where npx, and dlx of others, put packages that they fetch for one command. */
const FETCHED = /[\\/](?:_npx|dlx-?[^\\/]*)[\\/]/;

const whenFetched = (title: string): string =>
  `npx has fetched this Toolgate into a folder that is not meant to last. If it is emptied, each call of ${title} is blocked. ` +
  'Install it first: npm install -g toolgate';

/** Takes our hooks out again; a file that nobody else has changed since is then as it was, to the byte. */
export async function uninstallHook(name: string, options: HookOptions): Promise<void> {
  const host = requireHost(name);
  const terminal = terminalFor(options);
  const { file } = await configFileOf(host, options);
  const text = readConfigFile(file);
  if (text === undefined || host.config.commandsIn(text).length === 0)
    return terminal.result(`${host.title} has no hooks of Toolgate in ${toPrintableLine(file)}`);
  const put = { without: host.config.uninstall(text), env: process.env };
  showDifference(terminal, file, [text, textBefore(file, text, put)]);
  await agree('Taking the hooks out', {
    options,
    question: `Write this to ${file}? Its calls are not gated any more.`,
  });
  writeUninstalled(file, text, put);
  terminal.result(`${host.title} has no hooks of Toolgate any more: ${toPrintableLine(file)}`);
}

/** What other files of the host say against being gated; a file that cannot be read may say anything. */
export const concernsElsewhere = ({ config }: Host, root: string): readonly string[] =>
  config.alsoRead({ scope: 'project', root, env: process.env }).flatMap(file => {
    try {
      const text = readConfigFile(file);
      return text === undefined ? [] : config.concerns(text).map(concern => `${file}: ${concern}`);
    } catch {
      return [`${file} cannot be read: it may turn the hooks off.`];
    }
  });

const withoutOurs = ({ config }: Host, text: string | undefined): string | undefined =>
  text === undefined || config.commandsIn(text).length === 0 ? text : config.uninstall(text);

export const requireHost = (name: string): Host => findHost(name) ?? refuseHost(name, HOST_NAMES);

export function refuseHost(name: string, names: readonly string[]): never {
  const [near] = nearest(name, names, 1);
  const all = `There are: ${names.join(', ')}.`;
  throw new ConfigError(`No host is called ${JSON.stringify(name)}`, near ? `Did you mean ${near}? ${all}` : all);
}

async function configFileOf(host: Host, options: HookOptions): Promise<{ file: string; root: string }> {
  const { workspace } = await readSettings(options);
  const scope = options.project && !options.user ? 'project' : 'user';
  const file = host.config.file({ scope, root: workspace.root, env: process.env });
  if (file !== undefined) return { file, root: workspace.root };
  throw new ConfigError(`${host.title} has no hooks for one ${scope}`, 'Leave --project out.');
}

const linesFor = (host: Host, { policy }: HookOptions, root: string): HookLines =>
  hookLines({
    host: host.name,
    options: policy === undefined ? [] : ['--policy', policy],
    hasTimeout: hasTimeout(root),
    perl: findProgram('perl', process.env.PATH, root),
  });

export const hasTimeout = (root: string): boolean => findProgram('timeout', process.env.PATH, root) !== undefined;

export function showDifference(
  terminal: Terminal,
  file: string,
  [before, after]: readonly [string | undefined, string | undefined],
) {
  const nameOf = (text: string | undefined) => (text === undefined ? '/dev/null' : file);
  const patch = createTwoFilesPatch(nameOf(before), nameOf(after), before ?? '', after ?? '');
  terminal.note(printable(patch.replace(/^=+\n/, '')));
}

export async function agree(
  what: string,
  { options, question }: { options: Pick<HookOptions, 'yes' | 'input'>; question: string },
): Promise<void> {
  await refuseInsideJob(what);
  if (!options.yes) await requirePerson(what, { input: options.input, question });
}
