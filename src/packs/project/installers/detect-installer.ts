import type { Files } from '../../../tool/files.ts';
import { foldersUp, namesThere, readPackageJson, readProjectFile } from '../read-project-file.ts';

export const MANAGERS = ['npm', 'pnpm', 'yarn', 'bun', 'pip', 'uv', 'poetry'] as const;
export type Manager = (typeof MANAGERS)[number];

export interface InstallerChoice {
  readonly manager: Manager;
  /** The folder, workspace-relative. */
  readonly folder: string;
  readonly why: string;
  /** Other managers that the same folder could have meant, with the same weight. */
  readonly rivals: readonly Manager[];
  /** Whether yarn is version 2 or newer, which is another program. */
  readonly modern: boolean;
}

const SIGNS: readonly (readonly [Manager, string, number])[] = [
  ['npm', 'package-lock.json', 3],
  ['npm', 'npm-shrinkwrap.json', 3],
  ['pnpm', 'pnpm-lock.yaml', 3],
  ['yarn', 'yarn.lock', 3],
  ['bun', 'bun.lock', 3],
  ['bun', 'bun.lockb', 3],
  ['uv', 'uv.lock', 3],
  ['poetry', 'poetry.lock', 3],
  ['npm', 'package.json', 1],
  ['pip', 'requirements.txt', 1],
  ['pip', 'pyproject.toml', 1],
  ['pip', 'setup.py', 1],
];

export const isPython = (manager: Manager): boolean => manager === 'pip' || manager === 'uv' || manager === 'poetry';

/** Finds the nearest folder that says which manager it uses: by name, by a lock file, by what it declares. */
export async function detectManager(files: Files, folder: string, asked?: Manager) {
  for (const each of foldersUp(folder)) {
    const names = await namesThere(files, each, [...SIGNS.map(([, name]) => name), '.yarnrc.yml']);
    const signs = SIGNS.filter(([, name]) => names.has(name));
    const named = names.has('package.json') ? (await readPackageJson(files, each))?.packageManager : undefined;
    const [, said, version = '1'] = /^(npm|pnpm|yarn|bun)@(\d+)/.exec(named ?? '') ?? [];
    const modern = Number(version) > 1 || names.has('.yarnrc.yml');
    const found: (readonly [Manager, string, number])[] = [
      ...(said === undefined ? [] : [[said as Manager, 'the key packageManager of package.json', 4] as const]),
      ...signs,
      ...((await usesPoetry(files, each, names)) ? [['poetry', 'pyproject.toml', 2] as const] : []),
    ];
    const fitting = found.filter(([manager]) => asked === undefined || isPython(manager) === isPython(asked));
    const [best] = [...fitting].sort((a, b) => b[2] - a[2]);
    if (!best) continue;
    const rivals = fitting.filter(([manager, , weight]) => weight === best[2] && manager !== best[0]);
    return {
      manager: asked ?? best[0],
      folder: each,
      why: asked === undefined ? best[1] : 'asked for',
      rivals: asked === undefined ? [...new Set(rivals.map(([manager]) => manager))] : [],
      modern,
    };
  }
  return undefined;
}

async function usesPoetry(files: Files, folder: string, names: ReadonlySet<string>): Promise<boolean> {
  if (!names.has('pyproject.toml')) return false;
  return /^\[tool\.poetry\b/m.test((await readProjectFile(files, `${folder}/pyproject.toml`)) ?? '');
}
