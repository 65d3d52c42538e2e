import { dirname } from 'node:path';
import { ConfigError } from '../config-error.ts';
import type { Project } from '../files/project-config.ts';
import { isCodeTrusted } from '../files/trust.ts';
import type { Env } from '../folders.ts';
import type { CodeConfig } from '../keys/own-code.ts';
import { type OwnCode, projectCode, userCode } from './own-code.ts';

/** The code that a config names, or why it cannot be read. */
export interface FoundCode {
  readonly code?: OwnCode | undefined;
  readonly problem?: ConfigError;
}

interface FindOptions {
  readonly user: CodeConfig;
  readonly userConfigFile: string;
  readonly project: Project;
  readonly root: string;
  readonly env: Env;
}

interface CombinedCode {
  /** The user's own code, and a project's where it is trusted as it is now. Nothing of it has run. */
  readonly mayRun: readonly OwnCode[];
  readonly ofProject: FoundCode;
  readonly warnings: readonly string[];
}

/** Reads the code that configs name. Code that cannot be read, or is not trusted, is left out and told. */
export function findCode({ user, userConfigFile, project, root, env }: FindOptions): CombinedCode {
  const own = attempt(() => userCode(user, dirname(userConfigFile), root));
  const ofProject = attempt(() => projectCode(project.config, root));
  const trusted = project.trusted && isCodeTrusted(root, ofProject.code?.code.hash, env);
  const warnings = [
    ...(own.problem ? [`${userConfigFile}: ${own.problem.message}`] : []),
    ...(ofProject.problem ? [`${project.file}: ${ofProject.problem.message}`] : []),
    ...(project.trusted && ofProject.code && !trusted
      ? [
          `the code that ${project.file} names is not what you trusted, so none of it is run. Read it, then: toolgate trust`,
        ]
      : []),
  ];
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
