import { posix } from 'node:path';
import { sayList } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import type { Files } from '../../../tool/files.ts';
import {
  foldersUp,
  namesThere,
  type PackageJson,
  readPackageJson,
  readProjectFile,
  withEnds,
} from '../read-project-file.ts';

export const RUNNERS = ['vitest', 'jest', 'node', 'pytest', 'go', 'cargo', 'maven'] as const;
type Runner = (typeof RUNNERS)[number];

/** A sign of tests: one of more weight counts more. */
type Evidence = Readonly<{ runner: Runner; weight: number; why: string }>;

/** A runner and its workspace-relative folder; `others` are those that the same folder could have meant. */
export type RunnerChoice = Evidence & Readonly<{ folder: string; others: readonly Evidence[]; test: string }>;

const EXTENSIONS: Readonly<Record<string, readonly Runner[]>> = {
  '.py': ['pytest'],
  '.go': ['go'],
  '.rs': ['cargo'],
  '.java': ['maven'],
  '.kt': ['maven'],
};

/** Looks for a runner in a folder and then in those above it; the first folder with a sign of tests counts. */
export async function detectRunner(
  files: Files,
  { folder, file, runner }: { folder: string; file?: string; runner?: Runner },
): Promise<RunnerChoice | undefined> {
  const possible = file === undefined ? undefined : (EXTENSIONS[posix.extname(file)] ?? RUNNERS.slice(0, 3));
  for (const each of foldersUp(folder)) {
    const found = (await evidenceIn(files, each)).filter(
      one => (runner === undefined || one.runner === runner) && (possible?.includes(one.runner) ?? true),
    );
    const [best, ...others] = found.sort((a, b) => b.weight - a.weight);
    if (!best) continue;
    const test = (await readPackageJson(files, each))?.scripts.test ?? '';
    const home = best.runner === 'pytest' ? await pythonRoot(files, each) : each;
    return { ...best, folder: home, others: others.filter(one => one.runner !== best.runner), test };
  }
  return undefined;
}

const PYTHON_ROOTS = 'pytest.ini pytest.toml pyproject.toml setup.cfg setup.py tox.ini requirements.txt'.split(' ');

/** The root of a Python project: tests import the project from where pytest starts, so not the folder of the tests. */
async function pythonRoot(files: Files, folder: string): Promise<string> {
  for (const each of foldersUp(folder)) if ((await namesThere(files, each, PYTHON_ROOTS)).size > 0) return each;
  return folder.replace(/(?:^|\/)tests?(?:\/.*)?$/, '') || '.';
}

/** All signs of tests in one folder. */
async function evidenceIn(files: Files, folder: string): Promise<Evidence[]> {
  const names = await namesThere(files, folder, KNOWN);
  const manifest = names.has('package.json') ? await readPackageJson(files, folder) : undefined;
  return [
    ...(manifest ? fromManifest(manifest) : []),
    ...fromNames(names),
    ...(await fromPython(files, folder, names)),
    ...(await fromNodeTests(files, folder, manifest)),
  ];
}

const SCRIPTS: readonly (readonly [Runner, RegExp])[] = [
  ['vitest', /(?:^|[\s/])vitest\b/],
  ['jest', /(?:^|[\s/])(?:jest|react-scripts test)\b/],
  ['node', /(?:^|[\s/])(?:node|tsx)\b.*\s--test\b/],
  ['pytest', /(?:^|[\s/])pytest\b/],
  ['go', /\bgo test\b/],
  ['cargo', /\bcargo test\b/],
  ['maven', /\bmvnw?\b/],
];

function fromManifest({ scripts, dependencies, has }: PackageJson): Evidence[] {
  const found: Evidence[] = [];
  for (const [runner, pattern] of SCRIPTS) {
    if (pattern.test(scripts.test ?? '')) found.push({ runner, weight: 9, why: 'the test script of package.json' });
    const named = Object.entries(scripts).find(([name, text]) => name.startsWith('test') && pattern.test(text));
    if (named) found.push({ runner, weight: 7, why: `the script ${named[0]} of package.json` });
  }
  for (const runner of ['vitest', 'jest'] as const) {
    if (dependencies.has(runner)) found.push({ runner, weight: 5, why: `package.json depends on ${runner}` });
  }
  if (has('jest')) found.push({ runner: 'jest', weight: 6, why: 'the key jest of package.json' });
  return found;
}

const CODE_ENDS = '.js .mjs .cjs .ts .mts .cts';
const FILES: readonly (readonly [Runner, readonly string[], number])[] = [
  ['vitest', [...withEnds('vitest.config', CODE_ENDS), ...withEnds('vitest.workspace', `${CODE_ENDS} .json`)], 6],
  ['jest', withEnds('jest.config', `${CODE_ENDS} .json`), 6],
  ['pytest', ['pytest.ini', 'pytest.toml'], 6],
  ['cargo', ['Cargo.toml'], 4],
  ['go', ['go.mod', 'go.work'], 4],
  ['maven', ['pom.xml'], 4],
  ['pytest', ['conftest.py'], 4],
];

function fromNames(names: ReadonlySet<string>): Evidence[] {
  return FILES.flatMap(([runner, own, weight]) => {
    const name = own.find(each => names.has(each));
    return name === undefined ? [] : [{ runner, weight, why: name }];
  });
}

const PYTHON: readonly (readonly [string, RegExp])[] = [
  ['pyproject.toml', /\[tool\.pytest\b|["']pytest\b|^pytest\s*=/m],
  ['setup.cfg', /\[tool:pytest\]|^\s*pytest\b/m],
  ['tox.ini', /\[pytest\]|\bpytest\b/],
  ['requirements.txt', /^pytest\b/m],
  ['requirements-dev.txt', /^pytest\b/m],
  ['dev-requirements.txt', /^pytest\b/m],
];

const KNOWN = ['package.json', ...FILES.flatMap(([, names]) => names), ...PYTHON.map(([name]) => name)];

async function fromPython(files: Files, folder: string, names: ReadonlySet<string>): Promise<Evidence[]> {
  for (const [name, pattern] of PYTHON)
    if (names.has(name) && pattern.test((await readProjectFile(files, `${folder}/${name}`)) ?? ''))
      return [{ runner: 'pytest', weight: 5, why: name }];
  const globs = ['test_*.py', '*_test.py', 'test/**/test_*.py', 'tests/**/test_*.py', 'tests/**/*_test.py'];
  const [found] = await findSome(files, folder, globs);
  return found === undefined ? [] : [{ runner: 'pytest', weight: 2, why: found }];
}

const NODE_TESTS = ['**/*.test.{js,mjs,cjs,ts,mts,cts}', '**/test.{js,mjs,cjs}', 'test/**/*.{js,mjs,cjs,ts,mts,cts}'];

async function fromNodeTests(files: Files, folder: string, manifest: PackageJson | undefined): Promise<Evidence[]> {
  // Without a package.json the project is the whole workspace.
  if (!manifest && folder !== '.') return [];
  for (const path of await findSome(files, folder, NODE_TESTS)) {
    const text = (await readProjectFile(files, path)) ?? '';
    if (/from\s*['"](?:node:)?test['"]|require\(\s*['"]node:test['"]\s*\)/.test(text))
      return [{ runner: 'node', weight: 3, why: `${path} uses node:test` }];
  }
  return [];
}

async function findSome(files: Files, folder: string, globs: readonly string[]): Promise<readonly string[]> {
  const found = await files.find({ path: folder, globs, sort: 'path', limit: 5, maxDepth: 6 }).catch(() => undefined);
  return found?.entries.map(({ path }) => path) ?? [];
}

type ToolFiles = CallContext['files'];

/** The error where no runner was found: why no test was run, and where there may be some. */
export async function noTests(files: ToolFiles, folder: string): Promise<ToolError> {
  const below = await files.find({
    path: '.',
    globs: ['**/{package.json,pyproject.toml,go.mod,Cargo.toml,pom.xml,pytest.ini}'],
    sort: 'path',
    limit: 20,
    maxDepth: 5,
  });
  const places: string[] = [];
  for (const { path } of below.entries) {
    const [best] = await evidenceIn(files, posix.dirname(path));
    if (best) places.push(`${posix.dirname(path)} (${best.runner})`);
  }
  const script = await testScript(files, folder);
  if (script !== undefined && places.length === 0)
    return new ToolError(
      'FILE_NOT_FOUND',
      `The tests of this project are run by ${JSON.stringify(script)}, and run_tests knows only ${RUNNERS.join(', ')}`,
      { suggestion: 'Run them with bash { command: "npm test" }, or give runner if one of these is meant.' },
    );
  return new ToolError(
    'FILE_NOT_FOUND',
    `No tests were found in ${folder} or above it: no package.json with vitest, jest or node:test, no sign of pytest, ` +
      'no go.mod, Cargo.toml or pom.xml',
    {
      suggestion:
        places.length > 0
          ? `Give path as one of: ${sayList(places, 10)}.`
          : `Give path, or runner as one of ${RUNNERS.join(', ')}.`,
    },
  );
}

/** The test script of the nearest package.json, where it is a real one. */
async function testScript(files: ToolFiles, folder: string): Promise<string | undefined> {
  for (const each of foldersUp(folder)) {
    const script = (await readPackageJson(files, each))?.scripts.test;
    if (script !== undefined) return script.includes('no test specified') ? undefined : script.slice(0, 200);
  }
  return undefined;
}
