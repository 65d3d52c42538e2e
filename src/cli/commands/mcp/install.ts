import { realpathSync } from 'node:fs';
import { ConfigError } from '../../../config/config-error.ts';
import {
  originalOf,
  readConfigFile,
  textBefore,
  writeInstalled,
  writeUninstalled,
} from '../../../hosts/install/config-file.ts';
import type { McpConfigFile, McpHost, ServerLine } from '../../../hosts/mcp/mcp-host.ts';
import { MCP_HOST_NAMES } from '../../../hosts/mcp/mcp-host-names.ts';
import { findMcpHost } from '../../../hosts/mcp/mcp-hosts.ts';
import type { CommonOptions, ServedToolsOptions } from '../../options.ts';
import { readSettings, terminalFor } from '../../session.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';
import { agree, refuseHost, showDifference } from '../hook/install.ts';

interface McpInstallOptions extends CommonOptions, Pick<ServedToolsOptions, 'tools' | 'prefix'> {
  readonly user?: boolean;
  readonly project?: boolean;
}

const PART = 'mcp';
const env = process.env;

export async function installMcp(name: string, options: McpInstallOptions): Promise<void> {
  const host = requireMcpHost(name);
  const terminal = terminalFor(options);
  const files = (await filesOf(host, options)).map(config => {
    const was = readConfigFile(config.file);
    return { config, was, fresh: config.install(was) };
  });
  const changed = files.filter(({ was, fresh }) => was !== fresh);
  if (changed.length === 0) terminal.result(`${host.title} has the server already`);
  else {
    for (const { config, was, fresh } of changed) showDifference(terminal, config.file, [was, fresh]);
    await agree('Installing the server', { options, question: `Write this to ${namesOf(changed)}?` });
    for (const { config, was, fresh } of changed)
      writeInstalled(config.file, fresh, { was, own: ownText(config, was), env, part: PART });
    terminal.result(`${host.title} now has the tools of Toolgate: ${namesOf(changed)}`);
  }
  for (const line of host.afterwards) terminal.note(line);
  terminal.note(`Take it out with: toolgate mcp uninstall ${name}${options.project ? ' --project' : ''}`);
}

export async function uninstallMcp(name: string, options: McpInstallOptions): Promise<void> {
  const host = requireMcpHost(name);
  const terminal = terminalFor(options);
  const files = (await filesOf(host, options)).flatMap(config => {
    const text = readConfigFile(config.file);
    if (text === undefined) return [];
    const put = { without: ownText(config, text), env, part: PART } as const;
    const left = textBefore(config.file, text, put);
    return left === text ? [] : [{ config, text, put, left }];
  });
  if (files.length === 0) return terminal.result(`${host.title} has no server of Toolgate`);
  for (const { config, text, left } of files) showDifference(terminal, config.file, [text, left]);
  await agree('Taking the server out', {
    options,
    question: `Write this to ${namesOf(files)}? The host has its own tools again, without the gate.`,
  });
  for (const { config, text, put } of files) writeUninstalled(config.file, text, put);
  terminal.result(`${host.title} has no server of Toolgate any more: ${namesOf(files)}`);
}

/** The text without what is ours; a file that never had any is left alone. */
function ownText(config: McpConfigFile, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const original = originalOf(config.file, env, PART);
  return original || config.isInstalled(text) ? config.uninstall(text, original?.text) : text;
}

const namesOf = (files: readonly { readonly config: McpConfigFile }[]): string =>
  files.map(({ config }) => toPrintableLine(config.file)).join(' and ');

const requireMcpHost = (name: string): McpHost => findMcpHost(name) ?? refuseHost(name, MCP_HOST_NAMES);

async function filesOf(host: McpHost, options: McpInstallOptions): Promise<readonly McpConfigFile[]> {
  const { workspace, sources } = await readSettings(options);
  const scope = options.project && !options.user ? 'project' : 'user';
  // Without a shell of its own the host needs ours; a policy that somebody has said stays.
  const said = options.policy ?? (Object.keys(sources).length > 0 ? undefined : 'privileged');
  const args = [
    'mcp',
    ...(said === undefined ? [] : ['--policy', said]),
    ...(options.tools ? ['--tools', options.tools.join(',')] : []),
    ...((options.prefix ?? host.prefix) ? ['--prefix', options.prefix ?? host.prefix ?? ''] : []),
  ];
  const files = host.files({ scope, root: workspace.root, env }, lineFor(scope, args));
  if (files) return files;
  throw new ConfigError(`${host.title} has no such config for one ${scope}`, 'Leave --project out.');
}

/** The line that starts our server: a project's config is shared with others, who have Toolgate elsewhere. */
const lineFor = (scope: 'user' | 'project', args: readonly string[]): ServerLine =>
  scope === 'project'
    ? { command: 'npx', args: ['--no', 'toolgate', ...args] }
    : { command: process.execPath, args: [realpathSync(process.argv[1] ?? ''), ...args] };
