import { posix } from 'node:path';
import { sayList } from '../../../text/say.ts';
import { ToolError } from '../../../tool/error.ts';
import type { Files } from '../../../tool/files.ts';
import { foldersUp, readProjectFile } from '../read-project-file.ts';
import type { InstallerChoice, Manager } from './detect-installer.ts';

interface Kind {
  readonly name: string;
  readonly managers: readonly Manager[];
  /** The file of the home that stands for this file; left out: nothing of it counts. */
  readonly home?: string;
  readonly keep?: (text: string) => KeptConfig;
}

type KeptConfig = Readonly<{ text: string; dropped: readonly string[] }>;

/** Keys on where packages come from and what is written down; none names a program, a script or a file to load. */
const NPM_KEYS = new Set([
  ...['registry', 'always-auth', 'ca', 'strict-ssl', 'save', 'save-exact', 'save-prefix', 'save-peer', 'tag'],
  ...['legacy-peer-deps', 'strict-peer-deps', 'strict-peer-dependencies', 'auto-install-peers', 'engine-strict'],
  ...['package-lock', 'lockfile', 'lockfile-version', 'install-links', 'install-strategy', 'omit', 'include'],
  ...['fund', 'audit', 'loglevel', 'progress', 'color', 'hoist', 'shamefully-hoist', 'public-hoist-pattern'],
  ...['hoist-pattern', 'node-linker', 'resolution-mode', 'dedupe-peer-dependents', 'link-workspace-packages'],
  ...['prefer-workspace-packages', 'save-workspace-protocol', 'shared-workspace-lockfile', 'fetch-timeout'],
  ...['maxsockets'],
  ...['min-release-age', 'minimum-release-age', 'before', 'prefer-dedupe', 'ignore-scripts', 'email', '_auth'],
]);
const SCOPED = /^(?:@[\w.~-]+:registry|\/\/[^\s=]+:(?:_authToken|_auth|username|_password|email|always-auth))$/;

const YARN_KEYS = new Set([
  ...['npmRegistryServer', 'npmScopes', 'npmRegistries', 'npmAuthToken', 'npmAuthIdent', 'npmAlwaysAuth', 'nodeLinker'],
  ...['enableGlobalCache', 'enableTelemetry', 'compressionLevel', 'defaultSemverRangePrefix', 'checksumBehavior'],
  ...['httpTimeout', 'enableStrictSsl', 'nmMode', 'nmHoistingLimits', 'pnpMode', 'packageExtensions', 'enableScripts'],
  ...['npmMinimalAgeGate', 'unsafeHttpWhitelist', 'logFilters', 'preferInteractive', 'cacheFolder'],
]);

const KINDS: readonly Kind[] = [
  { name: '.npmrc', managers: ['npm', 'pnpm', 'yarn', 'bun'], home: '.npmrc', keep: keepNpm },
  { name: '.yarnrc', managers: ['yarn'], home: '.yarnrc', keep: keepClassicYarn },
  { name: '.yarnrc.yml', managers: ['yarn'], home: '.yarnrc.yml', keep: text => keepBlocks(text, YARN_KEYS) },
  { name: '.pnpmfile.cjs', managers: ['pnpm'] },
  { name: '.pnpmfile.mjs', managers: ['pnpm'] },
  { name: 'pnpmfile.js', managers: ['pnpm'] },
  { name: 'bunfig.toml', managers: ['bun'], home: '.bunfig.toml', keep: keepBun },
  { name: 'uv.toml', managers: ['uv'] },
  { name: 'poetry.toml', managers: ['poetry'] },
  { name: '.venv/pip.conf', managers: ['pip', 'uv', 'poetry'] },
  { name: 'venv/pip.conf', managers: ['pip', 'uv', 'poetry'] },
];

/**
 * Reads the parts of the project's config that count for an install that is to run nothing of the project. The nearest
 * file comes first, and where it says something the files above do not count.
 */
export async function readProjectConfig(files: Files, { manager, folder }: InstallerChoice) {
  /** Workspace-relative files that the manager is not to see. */
  const unseen: string[] = [];
  /** Settings that do not count, as FILE: KEY. */
  const dropped: string[] = [];
  /** Files of the manager's home, with the project's settings that count. */
  const home = new Map<string, string>();
  for (const { name, managers, home: at, keep } of KINDS) {
    if (!managers.includes(manager)) continue;
    for (const each of foldersUp(folder)) {
      const path = posix.join(each, name);
      if ((await files.stat(path).catch(() => 'hidden')) === undefined) continue;
      unseen.push(path);
      const kept = keep?.((await readProjectFile(files, path)) ?? '') ?? { text: '', dropped: ['all of it'] };
      for (const key of kept.dropped) dropped.push(`${path}: ${key}`);
      if (at !== undefined && !home.has(at)) home.set(at, kept.text);
    }
  }
  await refuseKeys(files, { manager, folder });
  return { unseen, home, dropped };
}

const keyOf = (line: string): string => line.split('=', 1)[0]!.trim().replace(/\[\]$/, '');

/** The lines of a text that say something. */
const linesOf = (text: string, empty = /^\s*(?:#.*)?$/): readonly string[] =>
  text.split(/\r?\n/).filter(line => !empty.test(line));

function keepNpm(text: string): KeptConfig {
  // A value that takes more from the environment is the person's own affair: there is nothing for it in here.
  const counts = (line: string) => line.includes('=') && (NPM_KEYS.has(keyOf(line)) || SCOPED.test(keyOf(line)));
  return keeping(linesOf(text, /^\s*(?:[#;].*)?$/), counts, keyOf);
}

function keepClassicYarn(text: string): KeptConfig {
  const key = (line: string) => line.trim().split(/\s/, 1)[0]!.replace(/^"|"$/g, '');
  const plain = /^(?:(?:@[\w.~-]+:)?registry|network-timeout|strict-ssl|save-prefix)$/;
  return keeping(linesOf(text), line => plain.test(key(line)), key);
}

/** Keeps the keys at the beginning of a line, with the lines that are indented below them. */
function keepBlocks(text: string, keys: ReadonlySet<string>): KeptConfig {
  const blocks = text.split(/\r?\n(?=[^\s#])/);
  const key = (block: string) => /^(?:\s*(?:#.*)?\r?\n)*([^:]*)/.exec(block)![1]!.trim();
  return keeping(blocks, block => keys.has(key(block)), key);
}

/** Keeps registries alone: the rest of the file is about running things. */
function keepBun(text: string): KeptConfig {
  let table = '';
  const counts = (line: string): boolean => {
    const [, name] = /^\s*\[([^\]]*)\]/.exec(line) ?? [];
    if (name !== undefined) table = name.replace(/[\s"']/g, '');
    if (table === 'install.scopes') return true;
    return table === 'install' && (name !== undefined || /^\s*(?:registry|exact)\s*=/.test(line));
  };
  return keeping(linesOf(text), counts, keyOf);
}

function keeping(parts: readonly string[], counts: (part: string) => boolean, key: (part: string) => string) {
  const kept: string[] = [];
  const dropped: string[] = [];
  for (const part of parts) {
    if (counts(part)) kept.push(part);
    else if (key(part) !== '') dropped.push(key(part));
  }
  return { text: kept.map(part => `${part}\n`).join(''), dropped };
}

const PNPM_KEYS =
  /^(?:packages|catalog|catalogs|catalogMode|overrides|packageExtensions|peerDependencyRules|onlyBuiltDependencies|ignoredBuiltDependencies|neverBuiltDependencies|allowBuilds|allowedDeprecatedVersions|patchedDependencies|nodeLinker|hoist|hoistPattern|publicHoistPattern|shamefullyHoist|autoInstallPeers|strictPeerDependencies|dedupePeerDependents|linkWorkspacePackages|preferWorkspacePackages|saveWorkspaceProtocol|savePrefix|saveExact|sharedWorkspaceLockfile|minimumReleaseAge|minimumReleaseAgeExclude|engineStrict|strictDepBuilds|ignoreScripts|blockExoticSubdeps|trustPolicy)$/;

/** Refuses keys that would run something, in files that a manager must see and write, so that none can be left out. */
async function refuseKeys(files: Files, { manager, folder }: Pick<InstallerChoice, 'manager' | 'folder'>) {
  if (!['pnpm', 'poetry', 'uv'].includes(manager)) return;
  for (const each of foldersUp(folder)) {
    const path = posix.join(each, manager === 'pnpm' ? 'pnpm-workspace.yaml' : 'pyproject.toml');
    const text = (await readProjectFile(files, path)) ?? '';
    const keys =
      manager === 'pnpm'
        ? (text.match(/^[^\s#-][^:\n]*(?=:)/gm) ?? []).filter(key => !PNPM_KEYS.test(key))
        : (text.match(/^\[tool\.poetry\.(?:requires-plugins|build)\]|^backend-path\s*(?==)/gm) ?? []);
    if (keys.length === 0) continue;
    const message = `${path} may have code of the project run: ${sayList(keys)}; nothing was installed`;
    throw new ToolError('INVALID_ARGUMENTS', message, {
      suggestion: 'With scripts: true a person is asked whether that may be.',
      details: { path, keys },
    });
  }
}
