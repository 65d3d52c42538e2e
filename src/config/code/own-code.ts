import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { ConfigError } from '../config-error.ts';
import type { Project } from '../files/project-config.ts';
import { isCodeTrusted } from '../files/trust.ts';
import type { Env } from '../folders.ts';
import type { CodeConfig } from '../keys/own-code.ts';
import { type BoundCode, readBoundCode } from './bound-code.ts';

/** Code that a config names, with its bytes. */
export interface OwnCode {
  readonly source: 'user' | 'project';
  readonly tools: readonly string[];
  readonly packs: readonly { name: string; manifest: string; module: string }[];
  readonly toolResolver: string | undefined;
  readonly code: BoundCode;
}

/** A project's own code: all of it below the root, and no link on the way. Undefined where the config names none. */
function projectCode(config: CodeConfig, root: string): OwnCode | undefined {
  const named = namedBy(config, path => resolve(root, path));
  return named && { source: 'project', ...named, code: readBoundCode(filesOf(named), root) };
}

/** The user's own code. Links are theirs to make; a file that calls may change is not theirs alone. */
function userCode(config: CodeConfig, folder: string, workspace: string): OwnCode | undefined {
  const named = namedBy(config, path => realFile(resolve(folder, path)));
  if (!named) return undefined;
  // A module may import from its folder and below, so a workspace in there is as bad.
  const inside = filesOf(named).find(file => isBelow(file, workspace) || isBelow(workspace, dirname(file)));
  if (inside !== undefined)
    throw new ConfigError(
      `${inside}, or what it may import, lies in the workspace, where calls may change it`,
      "Name it in the project's config, and trust it as it is: toolgate trust",
    );
  return { source: 'user', ...named, code: readBoundCode(filesOf(named), '/') };
}

type NamedCode = Pick<OwnCode, 'tools' | 'packs' | 'toolResolver'>;

function namedBy(config: CodeConfig, at: (path: string) => string): NamedCode | undefined {
  const { tools = [], ownPacks = {}, toolResolver } = config;
  if (tools.length === 0 && Object.keys(ownPacks).length === 0 && toolResolver === undefined) return undefined;
  return {
    tools: tools.map(at),
    packs: Object.entries(ownPacks).map(([name, place]) => {
      const files =
        typeof place === 'string' ? { manifest: join(place, 'manifest.json'), module: join(place, 'pack.ts') } : place;
      return { name, manifest: at(files.manifest), module: at(files.module) };
    }),
    toolResolver: toolResolver === undefined ? undefined : at(toolResolver),
  };
}

const filesOf = ({ tools, packs, toolResolver }: NamedCode): readonly string[] => [
  ...tools,
  ...packs.flatMap(({ manifest, module }) => [manifest, module]),
  ...(toolResolver === undefined ? [] : [toolResolver]),
];

function realFile(path: string): string {
  try {
    return isAbsolute(path) ? realpathSync(path) : path;
  } catch {
    const advice = `Mend its path in the config; ${dirname(path)} is where it is looked for.`;
    throw new ConfigError(`${path} is not there`, advice);
  }
}

/** The code that a config names, or why it cannot be read. */
export type FoundCode = { readonly code?: OwnCode | undefined; readonly problem?: ConfigError };

type FindOptions = { user: CodeConfig; userConfigFile: string; project: Project; root: string; env: Env };

/** Reads the code that configs name, and runs none. What cannot be read, or is not trusted, is left out and told. */
export function findCode({ user, userConfigFile, project, root, env }: FindOptions) {
  const own = attempt(() => userCode(user, dirname(userConfigFile), root));
  const ofProject = attempt(() => projectCode(project.config, root));
  const trusted = project.trusted && isCodeTrusted(root, ofProject.code?.code.hash, env);
  const untrusted = project.trusted && ofProject.code && !trusted;
  const warnings = [
    own.problem && `${userConfigFile}: ${own.problem.message}`,
    ofProject.problem && `${project.file}: ${ofProject.problem.message}`,
    untrusted &&
      `the code that ${project.file} names is not what you trusted, so none of it is run. Read it, then: toolgate trust`,
  ].filter(line => typeof line === 'string');
  const mayRun = [own.code, trusted ? ofProject.code : undefined].filter(code => code !== undefined);
  return { mayRun, ofProject, warnings };
}

function attempt(read: () => OwnCode | undefined): FoundCode {
  try {
    return { code: read() };
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error };
    throw error;
  }
}
