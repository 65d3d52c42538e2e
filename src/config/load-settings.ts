import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { ToolNames } from '../policy/check-rule.ts';
import { createPolicy, type PolicyOptions } from '../policy/create-policy.ts';
import { restrict } from '../policy/restrict.ts';
import { tighten } from '../policy/tighten.ts';
import type { PolicyInput, PresetName, RuntimePolicy } from '../policy/types.ts';
import type { Vocabulary } from '../registry/registry.ts';
import { ConfigError } from './config-error.ts';
import { type Config, checkConfig, type UserConfig } from './config-shape.ts';
import { type FoundWorkspace, findWorkspace } from './find-workspace.ts';
import { type Env, userConfigFolder } from './folders.ts';
import { importConfigFile, parseConfigText, readConfigFile } from './read-config.ts';
import { isTrusted } from './trust.ts';

export interface Flags {
  readonly workspace?: string;
  readonly policy?: string;
  readonly store?: string;
}

/** Files, variables and flags, as one checked object. */
export interface Settings {
  readonly workspace: FoundWorkspace;
  readonly trusted: boolean;
  readonly policy: RuntimePolicy;
  readonly packs: readonly string[] | undefined;
  readonly store: string | undefined;
  readonly vocabulary: Vocabulary;
  /** Seconds. */
  readonly approvalTimeout: number | undefined;
  readonly userConfigFile: string;
  /** What was said and not followed, for people. */
  readonly warnings: readonly string[];
}

const PRESETS: readonly string[] = ['read-only', 'standard', 'privileged'] satisfies PresetName[];

/** Defaults, the user's file, the project's file, variables, flags: the later wins, and a project only tightens. */
export async function loadSettings(options: {
  flags: Flags;
  env: Env;
  cwd: string;
  /** The names that rules may call tools by. */
  tools?: ToolNames;
}): Promise<Settings> {
  const { flags, env, cwd, tools } = options;
  const workspace = findWorkspace({ flag: flags.workspace, env, cwd });
  const userConfigFile = join(userConfigFolder(env), 'config.json');
  const user = ofWorkspace(
    checkConfig(readConfigFile(userConfigFile)?.value ?? {}, userConfigFile, { user: true }),
    workspace.root,
  );
  const project = await readProject(workspace, env);
  const warnings = [...project.warnings];
  const chosen = flags.policy ?? env.TOOLGATE_POLICY;
  const own = chosen === undefined ? user.policy : policyNamed(chosen, cwd);
  return {
    workspace,
    trusted: project.trusted,
    policy: combined({
      own,
      project,
      chosen: chosen !== undefined,
      rules: { ...(tools ? { tools } : {}), ...(env.HOME ? { home: env.HOME } : {}) },
    }),
    packs: project.config.packs ?? user.packs,
    store: flags.store ?? env.TOOLGATE_STORE ?? (project.trusted ? project.config.store : undefined) ?? user.store,
    vocabulary: project.config.vocabulary ?? user.vocabulary ?? 'canonical',
    approvalTimeout: user.approvalTimeout ?? (project.trusted ? project.config.approvalTimeout : undefined),
    userConfigFile,
    warnings,
  };
}

interface Project {
  readonly config: Config;
  readonly trusted: boolean;
  readonly warnings: readonly string[];
}

async function readProject({ root, configFile }: FoundWorkspace, env: Env): Promise<Project> {
  if (!configFile) return { config: {}, trusted: isTrusted(root, undefined, env), warnings: [] };
  const text = readFileSync(configFile, 'utf8');
  const trusted = isTrusted(root, text, env);
  if (configFile.endsWith('.ts')) {
    if (trusted) return { config: checkConfig(await importConfigFile(configFile), configFile), trusted, warnings: [] };
    return {
      config: {},
      trusted,
      warnings: [`${configFile} is not run until you trust this workspace (toolgate trust)`],
    };
  }
  const config = checkConfig(parseConfigText(text, configFile), configFile);
  const ignored = trusted ? [] : (['store', 'approvalTimeout'] as const).filter(key => config[key] !== undefined);
  const warnings = ignored.map(
    key => `${configFile}: ${key} is ignored until you trust this workspace (toolgate trust)`,
  );
  return { config, trusted, warnings };
}

function combined(options: Parameters<typeof combine>[0]): RuntimePolicy {
  try {
    return combine(options);
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/** A trusted project may say which policy holds where the user has said nothing; otherwise it can only tighten. */
function combine(options: {
  own: PresetName | PolicyInput | undefined;
  project: Project;
  chosen: boolean;
  rules: PolicyOptions;
}): RuntimePolicy {
  const { own, project, chosen, rules } = options;
  const asked = project.config.policy;
  if (asked === undefined) return createPolicy(own ?? 'standard', { ...rules, source: 'user' });
  if (project.trusted && own === undefined) return createPolicy(asked, { ...rules, source: 'project' });
  const base = createPolicy(own ?? 'standard', { ...rules, source: 'user' });
  if (project.trusted && !chosen) return restrict(base, createPolicy(asked, { ...rules, source: 'project' }));
  return tighten(base, asked, { ...rules, source: 'project' });
}

function ofWorkspace(config: UserConfig, root: string): Config {
  const { workspaces, ...general } = config;
  const special = workspaces && Object.hasOwn(workspaces, root) ? workspaces[root] : undefined;
  return { ...general, ...special };
}

function policyNamed(name: string, cwd: string): PresetName | PolicyInput {
  if (PRESETS.includes(name)) return name as PresetName;
  const file = isAbsolute(name) ? name : resolve(cwd, name);
  if (!existsSync(file)) {
    throw new ConfigError(
      `No policy is named ${JSON.stringify(name)}, and no such file exists`,
      `Use ${PRESETS.join(', ')}, or the path of a JSON file.`,
    );
  }
  return parseConfigText(readFileSync(file, 'utf8'), file) as PolicyInput;
}
