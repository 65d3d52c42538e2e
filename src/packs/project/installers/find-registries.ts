import { posix } from 'node:path';
import type { UserRegistries } from '../../../sandbox/user-registries.ts';
import type { Files } from '../../../tool/files.ts';
import { foldersUp, readProjectFile } from '../read-project-file.ts';
import { type InstallerChoice, isPython } from './detect-installer.ts';

export type Registries = Awaited<ReturnType<typeof findRegistries>>;

const USUAL: Readonly<Record<string, readonly string[]>> = {
  npm: ['registry.npmjs.org'],
  pnpm: ['registry.npmjs.org'],
  bun: ['registry.npmjs.org'],
  yarn: ['registry.yarnpkg.com', 'registry.npmjs.org'],
  python: ['pypi.org', 'files.pythonhosted.org'],
};

/** The registries that the project's own config names; only hosts are told, for the rest may hold a token. */
export async function findRegistries(
  files: Files,
  { manager, folder }: InstallerChoice,
  { npm, pip }: UserRegistries = {},
) {
  const sources = isPython(manager) ? PYTHON : JAVASCRIPT;
  const hosts = new Set<string>();
  /** Files of the project that name a registry other than the usual one. */
  const named: string[] = [];
  /** Addresses for pip, which by itself reads none from the project. */
  const indexes: string[] = [];
  /** Files of the project that were looked at, for they may hold more than addresses. */
  const read = new Set<string>();
  let replaced = false;
  for (const each of foldersUp(folder)) {
    for (const { name, pattern, replaces } of sources) {
      const text = await readProjectFile(files, `${each}/${name}`);
      if (text !== undefined) read.add(posix.join(each, name));
      for (const [, address = ''] of text?.matchAll(pattern) ?? []) {
        const host = hostOf(address);
        if (host === undefined) continue;
        hosts.add(host);
        named.push(name);
        replaced ||= replaces;
        if (name.endsWith('.txt')) indexes.push(address);
      }
    }
  }
  const usual = USUAL[isPython(manager) ? 'python' : manager] ?? [];
  const own = replaced ? undefined : isPython(manager) ? pip : npm;
  const ownHost = own && hostOf(own);
  const isOther = ownHost && !usual.includes(ownHost);
  if (isOther) hosts.add(ownHost);
  else if (!replaced) for (const host of usual) hosts.add(host);
  const all = { hosts: [...hosts], named: [...new Set(named)], indexes, read: [...read] };
  return { ...all, own: isOther ? own : undefined };
}

/** A file, the addresses in it, and whether they replace the usual registry or stand beside it. */
type Source = Readonly<{ name: string; pattern: RegExp; replaces: boolean }>;

const JAVASCRIPT: readonly Source[] = [
  { name: '.npmrc', pattern: /^\s*registry\s*=\s*["']?([^\s"']+)/gm, replaces: true },
  { name: '.npmrc', pattern: /^\s*@[^\s:]+:registry\s*=\s*["']?([^\s"']+)/gm, replaces: false },
  { name: '.yarnrc', pattern: /^\s*registry\s+"?([^\s"]+)/gm, replaces: true },
  { name: '.yarnrc.yml', pattern: /^npmRegistryServer:\s*["']?([^\s"']+)/gm, replaces: true },
  { name: '.yarnrc.yml', pattern: /^\s+npmRegistryServer:\s*["']?([^\s"']+)/gm, replaces: false },
  { name: 'bunfig.toml', pattern: /^\s*registry\s*=\s*["']([^"']+)/gm, replaces: true },
];

const PYTHON: readonly Source[] = [
  { name: 'requirements.txt', pattern: /^\s*(?:-i|--index-url)[\s=]+(\S+)/gm, replaces: true },
  { name: 'requirements.txt', pattern: /^\s*--extra-index-url[\s=]+(\S+)/gm, replaces: false },
  { name: 'pyproject.toml', pattern: /^\s*(?:index-url|default-index)\s*=\s*["']([^"']+)/gm, replaces: true },
  {
    name: 'pyproject.toml',
    pattern: /^\[\[tool\.(?:uv\.index|poetry\.source)\]\][^[]*?^url\s*=\s*["']([^"']+)/gm,
    replaces: false,
  },
];

function hostOf(address: string): string | undefined {
  const { protocol = '', hostname } = URL.parse(address) ?? {};
  return /^https?:$/.test(protocol) ? hostname?.replace(/^\[|\]$/g, '') : undefined;
}
