import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { xdgFolder } from '../../../config/folders.ts';
import { hookPlace } from '../../../hosts/client/place.ts';
import type { Host } from '../../../hosts/host.ts';
import { readConfigFile } from '../../../hosts/install/config-file.ts';
import { type FailureTrial, tryFailures } from '../../../hosts/trial/try-failures.ts';
import { findProgram } from '../../../system/find-program.ts';
import { EXIT } from '../../exit-codes.ts';
import { readSettings, terminalFor } from '../../session.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';
import { concernsElsewhere, type HookOptions, hasTimeout, requireHost } from './install.ts';

export interface HookStatusOptions extends HookOptions {
  /** Commander's form of --no-try. */
  readonly try: boolean;
}

export async function hookStatus(name: string, options: HookStatusOptions): Promise<number> {
  const host = requireHost(name);
  const terminal = terminalFor(options);
  const status = await statusOf(host, options);
  const { program, timeout } = status;
  const tell = (line: string): void => {
    if (!options.json) terminal.result(toPrintableLine(line));
  };
  linesOf(host, status).forEach(tell);
  let trials: FailureTrial[] | undefined;
  if (program !== undefined && options.try) {
    trials = [];
    tell(`  What becomes of a call when the hook fails, tried with ${program}:`);
    for await (const trial of tryFailures({ host, program, folder: trialFolder(), hasTimeout: timeout })) {
      trials.push(trial);
      tell(`  A hook that ${trial.way}: ${sayTrial(trial)}`);
    }
  } else tell(`  ${whyUntried(host, program)}`);
  if (options.json) terminal.json({ ...status, trials });
  const open = trials?.some(({ blocks }) => blocks === false) ?? false;
  const { installed, missing, unloadable } = status;
  return installed.length > 0 && missing.length + unloadable.length === 0 && !open ? EXIT.done : EXIT.failed;
}

async function statusOf(host: Host, options: HookStatusOptions) {
  const { root } = (await readSettings(options)).workspace;
  const { env } = process;
  const { config } = host;
  const files = (['user', 'project'] as const).flatMap(scope => {
    const file = config.file({ scope, root, env });
    const text = file === undefined ? undefined : readConfigFile(file);
    return file === undefined || text === undefined ? [] : [{ file, text, commands: config.commandsIn(text) }];
  });
  return {
    host: host.name,
    installed: files.filter(({ commands }) => commands.length > 0).map(({ file }) => file),
    missing: [...new Set(files.flatMap(({ commands }) => commands.flatMap(missingIn)))],
    /** Configs with our hooks that the host does not load, and why. */
    unloadable: files.flatMap(({ file, text, commands }) => {
      const why = commands.length > 0 ? config.unloadable?.(text) : undefined;
      return why === undefined ? [] : [`${file}: ${why}`];
    }),
    running: await isServed(realpathSync(process.cwd())),
    concerns: [...files.flatMap(({ text }) => config.concerns(text)), ...concernsElsewhere(host, root)],
    afterwards: config.afterwards,
    timeout: hasTimeout(root),
    program: host.trial && findProgram(host.trial.program, env.PATH, root),
  };
}

const trialFolder = (): string => join(xdgFolder(process.env, 'XDG_CACHE_HOME') ?? '/var/tmp', 'toolgate', 'trials');

/** Programs that a command names and that are gone, as after an update of Node. */
const missingIn = (command: string): string[] =>
  [...command.matchAll(/(?<=^|\s)'?(\/[^\s']+)'?/g)]
    .map(([, path]) => path!)
    .filter(path => /\.(?:c?js|ts|pl)$|\/(?:node|perl)$/.test(path) && !existsSync(path));

async function isServed(project: string): Promise<boolean> {
  const socket = connect(hookPlace(project, process.env).socket);
  const there = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return there;
}

function linesOf({ title, name, trial }: Host, status: Awaited<ReturnType<typeof statusOf>>): string[] {
  const { installed, missing, unloadable, running, concerns, afterwards, timeout } = status;
  return [
    installed.length > 0
      ? `${title}: hooks in ${installed.join(' and ')}`
      : `${title}: no hooks; install them with: toolgate hook install ${name}`,
    ...missing.map(path => `  ${path} is gone, so every call is blocked; run: toolgate hook install ${name}`),
    ...unloadable.map(why => `  It does not load the file, so NOTHING IS GATED; mend it. ${why}`),
    `  Toolgate ${running ? 'serves this folder' : 'starts here with the first call'}.`,
    ...concerns.map(concern => `  ${concern}`),
    ...afterwards.map(line => `  ${line}`),
    ...(timeout || trial?.plugin
      ? []
      : ['  There is no `timeout` program: only the limit of the host itself ends a hook that hangs.']),
  ];
}

function whyUntried({ title, trial }: Host, program: string | undefined): string {
  if (!trial) return `Untried: nobody has run ${title} with Toolgate so far; it is written from its documents.`;
  return program === undefined
    ? `Untried: ${title} is not on the PATH, so nobody knows whether a hook that fails blocks here.`
    : 'Untried, as you said.';
}

function sayTrial({ blocks, said = '' }: FailureTrial): string {
  if (blocks === undefined) return `untried, for the host did not come so far: ${said.trim().slice(-200)}`;
  return blocks ? 'the call is blocked' : 'THE CALL RUNS';
}
