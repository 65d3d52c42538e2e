import { lstatSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { ConfigError } from '../config-error.ts';
import { type Config, checkConfig } from '../config-shape.ts';
import type { Env } from '../folders.ts';
import { CONFIG_NAMES, type FoundWorkspace } from './find-workspace.ts';
import { parseConfigText } from './parse-config.ts';
import { importConfigFile, readConfigText } from './read-config.ts';
import { isTrustedWorkspace } from './trust.ts';

/** The workspace's own config, and whether the user trusts it as it is now. */
export interface Project {
  readonly file?: string;
  readonly config: Config;
  readonly trusted: boolean;
  readonly warnings: readonly string[];
}

export async function readProject(workspace: FoundWorkspace, env: Env): Promise<Project> {
  const { root, configFile: file } = workspace;
  if (!file) return { config: {}, trusted: isTrustedWorkspace(root, undefined, env), warnings: [] };
  const text = projectConfigText(workspace);
  const trusted = isTrustedWorkspace(root, text, env);
  const [preferred, other] = CONFIG_NAMES;
  const warnings =
    file.endsWith(preferred) && lstatSync(`${root}${sep}${other}`, { throwIfNoEntry: false })
      ? [`${root} has both ${preferred} and ${other}; the second is not read`]
      : [];
  if (!file.endsWith('.ts')) return { file, config: checkConfig(parseConfigText(text, file), file), trusted, warnings };
  if (trusted) return { file, config: checkConfig(await importConfigFile(file), file), trusted, warnings };
  warnings.push(`${file} is code, and is not run until you trust it. Read it, then: toolgate trust`);
  return { file, config: {}, trusted, warnings };
}

/** The text that trust is bound to. */
export function projectConfigText({ root, configFile: file = '' }: FoundWorkspace): string {
  if (lstatSync(file).isSymbolicLink()) {
    const target = realPath(file);
    // The link is guarded like any config, its target is not.
    const problem = `${file} is a link to ${target} in the same workspace, which calls may change unasked`;
    if (`${target}${sep}`.startsWith(root === sep ? sep : `${root}${sep}`))
      throw new ConfigError(problem, 'Put the file itself there.');
  }
  const text = readConfigText(file);
  if (text === undefined) throw new ConfigError(`${file} is gone`, 'Try again.');
  return text;
}

function realPath(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    throw new ConfigError(`${link} is a link that leads nowhere`, 'Mend the link, or remove it.');
  }
}
