import { dirname, join, resolve } from 'node:path';
import { PRESETS } from '../policy/create/presets.ts';
import type { ToolNames } from '../policy/rules/check-rule.ts';
import type { PolicyInput, PresetName, RuntimePolicy } from '../policy/types.ts';
import type { Vocabulary } from '../registry/types.ts';
import { nearest } from '../tool/text/nearest.ts';
import { type FoundCode, findCode, type OwnCode } from './code/own-code.ts';
import { ConfigError } from './config-error.ts';
import { type Config, checkConfig, type UserConfig } from './config-shape.ts';
import { type FoundWorkspace, findWorkspace } from './files/find-workspace.ts';
import { parseConfigText } from './files/parse-config.ts';
import { type Project, readProject } from './files/project-config.ts';
import { readConfigText } from './files/read-config.ts';
import { type Env, homeFolder, userConfigFolder } from './folders.ts';
import { checkPacks } from './keys/check-keys.ts';
import { combinePolicy, type WrittenPolicy } from './keys/combine-policy.ts';
import { combineMcpServers, type McpServersConfig } from './keys/mcp-servers.ts';
import { combineModels, type ModelsConfig } from './keys/models.ts';
import { combineOutsideUndo } from './keys/outside-undo.ts';
import { CODE_KEYS, type CodeConfig } from './keys/own-code.ts';
import type { Prices } from './keys/prices.ts';
import { fromHome, liesInside, realPathOf, refusePassword, storeAt } from './keys/store-place.ts';
import { readVariables, VARIABLES } from './variables.ts';

export type Flags = { readonly workspace?: string; readonly policy?: string; readonly store?: string };

/** Settings that are a config's own, from whichever config counts. */
type ChosenSettings = Omit<
  Config,
  '$schema' | 'policy' | 'store' | 'vocabulary' | 'mcpServers' | 'models' | 'prices' | keyof CodeConfig
>;

/** Settings from files, variables and flags, as one checked object. */
export interface Settings extends ChosenSettings {
  readonly workspace: FoundWorkspace;
  /** Whether the workspace's config is trusted, as it is now. */
  readonly trusted: boolean;
  readonly policy: RuntimePolicy;
  /** The files that rules come from, by the source that reasons name. */
  readonly sources: Readonly<Record<string, string>>;
  /** Settings that the project's config asks for and gets only when it is trusted, one line each. */
  readonly withheld: readonly string[];
  /** The store: an absolute path, a URL, which may hold a password, or `memory`. */
  readonly store: string | undefined;
  readonly vocabulary: Vocabulary;
  readonly mcpServers: McpServersConfig;
  /** Servers as the user's own config has them: it says what servers of others may see, too. */
  readonly ownMcpServers: McpServersConfig;
  readonly models: ModelsConfig;
  /** Dollars for a million tokens, by model; one's own before the project's. */
  readonly prices: Prices;
  /** Code that configs name and that may be run. */
  readonly ownCode: readonly OwnCode[];
  /** The code that the project's config names, trusted or not. */
  readonly projectCode: FoundCode;
  readonly userConfigFile: string;
  /** Settings that were given and not followed, for people. */
  readonly warnings: readonly string[];
}

interface LoadOptions {
  readonly flags: Flags;
  readonly env: Env;
  readonly cwd: string;
  /** The names that rules may call tools by. */
  readonly tools?: ToolNames;
  /** The names that `packs` may have; asked for only where packs are chosen. */
  readonly packNames?: () => readonly string[];
}

/** Keys by which a project would send data elsewhere, or loosen. */
const ONLY_TRUSTED = [
  'store',
  'workspaceID',
  'approvalTimeout',
  'retention',
  'mcpServers',
  'model',
  'models',
  'visionModel',
  'embeddingModel',
  'web',
  ...CODE_KEYS,
] as const;

/** Loads defaults, the user's file, the project's, variables, flags: the later wins, and a project only tightens. */
export async function loadSettings(options: LoadOptions): Promise<Settings> {
  const { flags, env, cwd, tools } = options;
  for (const [name, value] of Object.entries(flags))
    if (value === '') throw new ConfigError(`--${name} is empty`, 'Leave it out, or give it a value.');
  refusePassword(flags.store);
  const variables = readVariables(env);
  const workspace = findWorkspace({ flag: flags.workspace, env, cwd });
  const userConfigFile = join(userConfigFolder(env), 'config.json');
  const home = homeFolder(env);
  const user = ofWorkspace(readUserConfig(userConfigFile), workspace.root, home);
  const project = await readProject(workspace, env);
  const { config, trusted } = project;
  const lent: Config = trusted ? config : {};
  const own =
    policyNamed(flags.policy, '--policy', cwd) ??
    policyNamed(variables.policy, VARIABLES.policy, cwd) ??
    writtenPolicy(user.policy, 'user', userConfigFile);
  const projectPolicy = writtenPolicy(config.policy, 'project', project.file);
  const combined = combinePolicy({ own, project: projectPolicy, trusted, tools, home });
  const packs = choosePacks({ variables, project, user, userConfigFile }, options.packNames);
  const code = findCode({ user, userConfigFile, project, root: workspace.root, env });
  const store =
    storeAt(flags.store ?? variables.store, cwd, home) ??
    storeAt(lent.store, workspace.root, home) ??
    storeAt(user.store, dirname(userConfigFile), home);
  const outside = combineOutsideUndo(user.outsideUndo, project);
  const withheld = [...combined.withheld, ...(trusted ? [] : ONLY_TRUSTED.filter(key => config[key] !== undefined))];
  const written = [own, projectPolicy].filter(policy => policy !== undefined);
  return {
    workspace,
    trusted,
    policy: combined.policy,
    withheld,
    packs,
    store,
    userConfigFile,
    sources: Object.fromEntries(written.map(({ source, where }) => [source, where])),
    workspaceID: variables.workspaceID ?? lent.workspaceID ?? user.workspaceID,
    vocabulary: variables.vocabulary ?? config.vocabulary ?? user.vocabulary ?? 'canonical',
    offer: config.offer ?? user.offer,
    approvalTimeout: variables.approvalTimeout ?? lent.approvalTimeout ?? user.approvalTimeout,
    outsideUndo: outside.rule,
    retention: lent.retention ?? user.retention,
    mcpServers: combineMcpServers(user.mcpServers, config.mcpServers, trusted),
    ownMcpServers: user.mcpServers ?? {},
    model: variables.model ?? lent.model ?? user.model,
    models: combineModels(user.models, config.models, trusted),
    prices: { ...config.prices, ...user.prices },
    visionModel: lent.visionModel ?? user.visionModel,
    embeddingModel: lent.embeddingModel ?? user.embeddingModel,
    web: lent.web ?? user.web,
    agents: config.agents ?? user.agents,
    ownCode: code.mayRun,
    projectCode: code.ofProject,
    warnings: [
      ...workspace.passedOver.map(
        path => `${path} belongs to another user and is passed over. To use it: --workspace ${dirname(path)}`,
      ),
      ...[project, combined, outside, code].flatMap(({ warnings }) => warnings),
      withheld.length > 0 &&
        `${project.file} is not trusted, so this of it has no effect: ${withheld.join('; ')}. To allow it: toolgate trust`,
      store !== undefined &&
        liesInside(store, workspace.root) &&
        `the store ${store} lies inside the workspace, where a call could ask to change it; better keep it elsewhere`,
    ].filter(line => line !== false),
  };
}

const readUserConfig = (file: string): UserConfig => {
  const text = readConfigText(file);
  return text === undefined ? {} : checkConfig(parseConfigText(text, file), file, { user: true });
};

/** The user's config, in which settings for this workspace go before the general ones. */
function ofWorkspace({ workspaces = {}, ...general }: UserConfig, root: string, home: string | undefined): Config {
  const special = Object.entries(workspaces).find(([path]) => realPathOf(fromHome(path, home)) === root)?.[1];
  return { ...general, ...special };
}

const writtenPolicy = (policy: Config['policy'], source: 'user' | 'project', where = ''): WrittenPolicy | undefined =>
  policy === undefined ? undefined : { policy, source, where };

/** A policy by name: a preset, or a file that holds one. */
function policyNamed(
  name: string | undefined,
  source: '--policy' | 'TOOLGATE_POLICY',
  cwd: string,
): WrittenPolicy | undefined {
  if (name === undefined) return undefined;
  if (Object.hasOwn(PRESETS, name)) return { policy: name as PresetName, source, where: source };
  const file = resolve(cwd, name);
  const text = readConfigText(file);
  if (text !== undefined) {
    const policy = parseConfigText(text, file) as PolicyInput;
    if (typeof policy === 'object' && policy !== null && 'policy' in policy)
      throw new ConfigError(
        `${file} holds a config, not a policy`,
        'Give a file with just what stands under "policy".',
      );
    return { policy, source, where: file };
  }
  const [near] = nearest(name, Object.keys(PRESETS), 1);
  const advice = near ? `Did you mean ${near}?` : `Use ${Object.keys(PRESETS).join(', ')}, or the path of a JSON file.`;
  throw new ConfigError(`${source}: no policy is named ${JSON.stringify(name)}, and no such file exists`, advice);
}

function choosePacks(
  said: { variables: Pick<Config, 'packs'>; project: Project; user: Config; userConfigFile: string },
  known: (() => readonly string[]) | undefined,
): readonly string[] | undefined {
  const { variables, project, user, userConfigFile } = said;
  const packs = variables.packs ?? project.config.packs ?? user.packs;
  if (packs === undefined || !known) return packs;
  const where = variables.packs ? VARIABLES.packs : ((project.config.packs && project.file) ?? userConfigFile);
  checkPacks(packs, [...known(), ...Object.keys({ ...user.ownPacks, ...project.config.ownPacks })], where);
  return [...new Set(packs)];
}
