import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '../../../src/index.ts';
import { openClosedRegistry, openNpmRegistry, openPythonIndex } from '../../support/network/open-registry.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const NEAR = { effect: 'network', match: '127.0.0.1', verdict: 'allow' } as const;
const POLICY = { extends: 'privileged', rules: [NEAR] } as const;
/** Nothing of what the person who runs the tests has set up. */
const PLAIN = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', PIP_CONFIG_FILE: '/nonexistent' };

/** A gate that says yes, and what it was asked. */
async function open(
  files: Record<string, string>,
  policy: typeof POLICY | 'privileged' = POLICY,
  own: Record<string, string> = {},
) {
  const asked: ApprovalRequest[] = [];
  const approver = (request: ApprovalRequest) => {
    asked.push(request);
    return 'allow_once' as const;
  };
  return { ...(await openGate(files, { policy: policy as never, approver, env: { ...PLAIN, ...own } })), asked };
}

const npmProject = (port: number, manifest: object = {}) => ({
  'package.json': `${JSON.stringify({ name: 'sample', version: '1.0.0', ...manifest }, null, 2)}\n`,
  '.npmrc': `registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=s3cretvalue\n`,
});

const MARKED = { scripts: { postinstall: 'touch "$INIT_CWD/marker"' } };

describe('install_package with npm', () => {
  it('installs what was asked, says the version and what changed, and runs no script', async () => {
    const { port } = await openNpmRegistry({
      sample: { '1.0.0': {} },
      'left-pad': { '1.0.0': {}, '1.3.0': { manifest: MARKED } },
      '@scope/tool': { '2.0.0': {} },
    });
    const test = await open(npmProject(port));
    const outcome = await test.run('install_package', { packages: ['left-pad', '@scope/tool@^2.0.0'] });
    expect(outcome.error).toBeUndefined();
    expect(outcome.value).toMatchObject({
      manager: 'npm',
      installed: [
        { name: 'left-pad', version: '1.3.0' },
        { name: '@scope/tool', version: '2.0.0' },
      ],
      changed: ['package.json', 'package-lock.json'],
    });
    expect(JSON.parse(test.read('package.json')).dependencies).toEqual({
      'left-pad': '^1.3.0',
      '@scope/tool': '^2.0.0',
    });
    expect(test.exists('node_modules/left-pad/package.json')).toBe(true);
    expect(test.exists('marker')).toBe(false);
    const [request] = test.asked;
    expect(request?.reason).toContain('left-pad and @scope/tool@^2.0.0 with npm from 127.0.0.1 (as .npmrc says)');
    expect(JSON.stringify([request, outcome])).not.toContain('s3cretvalue');
  });

  it('install_package with npm runs scripts only when told to, and the question says so', async () => {
    const { port } = await openNpmRegistry({ marked: { '1.0.0': { manifest: MARKED } } });
    const test = await open(npmProject(port));
    const outcome = await test.run('install_package', { packages: ['marked'], dev: true, scripts: true });
    expect(outcome.error).toBeUndefined();
    expect(test.exists('marker')).toBe(true);
    expect(JSON.parse(test.read('package.json')).devDependencies).toEqual({ marked: '^1.0.0' });
    expect(test.asked[0]?.reason).toContain('install scripts are run');
    expect(test.asked[0]?.danger).toBe('dangerous');
  });

  it('install_package with npm says what went wrong, and changes nothing', async () => {
    const { port } = await openNpmRegistry({
      host: { '1.0.0': {}, '2.0.0': {} },
      plugin: { '1.0.0': { manifest: { peerDependencies: { host: '^1.0.0' } } } },
    });
    const files = npmProject(port, { dependencies: { host: '^2.0.0' } });
    const test = await open(files);
    const kindOf = async (name: string) => {
      const { error } = await test.run('install_package', { packages: [name] });
      return [error?.code, error?.details?.kind];
    };
    expect(await kindOf('nowhere')).toEqual(['EXECUTION_ERROR', 'not found']);
    expect(await kindOf('host@9')).toEqual(['EXECUTION_ERROR', 'version not found']);
    expect(await kindOf('plugin')).toEqual(['EXECUTION_ERROR', 'conflict']);
    expect(test.read('package.json')).toBe(files['package.json']);
    expect(test.exists('node_modules')).toBe(false);
  });

  it("install_package with npm asks the person's own registry where the project names none, and tells no secret", async () => {
    const own = { npm_config_registry: 'http://me:s3cretvalue@npm.invalid/all/' };
    const test = await open({ 'package.json': '{}' }, POLICY, own);
    const outcome = await test.run('install_package', { packages: ['one'] });
    expect(test.asked[0]?.reason).toContain('from npm.invalid (your own registry)');
    expect(outcome.error?.message).toContain('http://npm.invalid/all/one');
    expect(JSON.stringify([test.asked, outcome])).not.toContain('s3cretvalue');
  });

  it('a registry that wants a login is said to', async () => {
    const { port } = await openClosedRegistry();
    const test = await open(npmProject(port));
    const { error } = await test.run('install_package', { packages: ['one'] });
    expect(error).toMatchObject({ code: 'EXECUTION_ERROR', details: { kind: 'login' } });
    expect(error?.message).toContain('tokens of the person are not given');
  });

  it('a yes does not open this machine: without a rule its registry is not reached', async () => {
    const { port, asked } = await openNpmRegistry({ sample: { '1.0.0': {} } });
    const test = await open(npmProject(port), 'privileged');
    const outcome = await test.gate.execute({ name: 'install_package', args: { packages: ['sample'] } });
    expect(outcome.ok).toBe(false);
    expect(outcome.error?.details?.kind).toBe('network');
    expect(outcome.error?.suggestion).toContain('only a person can open');
    expect(asked).toEqual([]);
  });

  it.each([
    ['--global'],
    ['-g'],
    ['https://example.org/x.tgz'],
    ['git+ssh://git@example.org/x.git'],
    ['user/repository'],
    ['../elsewhere'],
    ['./here'],
    ['file:../x'],
    ['x@npm:other@1'],
    ['x@https://example.org/x.tgz'],
    ['x; touch marker'],
    ['$(touch marker)'],
    ['a b'],
  ])('%s is no name of a package', async name => {
    const test = await open({ 'package.json': '{}' });
    const { error } = await test.run('install_package', { packages: [name] });
    expect(error?.code).toBe('INVALID_ARGUMENTS');
    expect(test.asked).toEqual([]);
  });

  it('a no is a no', async () => {
    const test = await openGate({ 'package.json': '{}' }, { policy: 'privileged', approver: () => 'reject_once' });
    const { error } = await test.run('install_package', { packages: ['left-pad'] });
    expect(error?.code).toBe('APPROVAL_DENIED');
  });
});

describe('which manager', () => {
  const manager = async (files: Record<string, string>, args: object = {}) => {
    const test = await open(files, 'privileged');
    const explained = await test.gate.explain({ name: 'install_package', args: { packages: ['one'], ...args } });
    const { effects, error } = explained as {
      effects?: { kind: string; resource: string }[];
      error?: { code: string };
    };
    return error?.code ?? effects?.filter(({ kind }) => kind !== 'read').map(({ resource }) => resource);
  };

  it.each([
    [{ 'package.json': '{}' }, ['npm install one', 'registry.npmjs.org']],
    [{ 'package.json': '{}', 'pnpm-lock.yaml': '' }, ['pnpm install one', 'registry.npmjs.org']],
    [{ 'package.json': '{}', 'yarn.lock': '' }, ['yarn install one', 'registry.yarnpkg.com', 'registry.npmjs.org']],
    [
      { 'package.json': '{"packageManager":"pnpm@9.1.0"}', 'yarn.lock': '' },
      ['pnpm install one', 'registry.npmjs.org'],
    ],
    [{ 'requirements.txt': '' }, ['pip install one', 'pypi.org', 'files.pythonhosted.org']],
    [{ 'pyproject.toml': '', 'uv.lock': '' }, ['uv install one', 'pypi.org', 'files.pythonhosted.org']],
    [{ 'pyproject.toml': '', 'package-lock.json': '{}' }, ['npm install one', 'registry.npmjs.org']],
  ])('%o', async (files, effects) => {
    expect(await manager(files as Record<string, string>)).toEqual(effects);
  });

  it('two that are as likely are asked about, and none is said', async () => {
    const both = { 'package.json': '{}', 'requirements.txt': '' };
    expect(await manager(both)).toBe('INVALID_ARGUMENTS');
    expect(await manager(both, { manager: 'pip' })).toContain('pip install one');
    expect(await manager({ 'a.txt': '' })).toBe('FILE_NOT_FOUND');
    expect(await manager({ 'package.json': '{}', 'sub/requirements.txt': '' }, { path: 'sub' })).toContain(
      'pip install one',
    );
  });
});

/** A wheel, or what setup.py makes one of. */
function makePython(kind: 'wheel' | 'source'): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-wheel-'));
  const program =
    kind === 'wheel'
      ? `import zipfile
z = zipfile.ZipFile("out", "w")
z.writestr("sample_pkg.py", "answer = 42\\n")
z.writestr("sample_pkg-1.2.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: Sample_Pkg\\nVersion: 1.2.0\\n")
z.writestr("sample_pkg-1.2.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
z.writestr("sample_pkg-1.2.0.dist-info/RECORD", "sample_pkg.py,,\\nsample_pkg-1.2.0.dist-info/METADATA,,\\nsample_pkg-1.2.0.dist-info/WHEEL,,\\nsample_pkg-1.2.0.dist-info/RECORD,,\\n")
z.close()`
      : `import io, tarfile
t = tarfile.open("out", "w:gz")
def add(name, text):
    info = tarfile.TarInfo("built-1.0.0/" + name)
    info.size = len(text)
    t.addfile(info, io.BytesIO(text.encode()))
add("setup.py", "open('marker', 'w').close()\\n")
add("PKG-INFO", "Metadata-Version: 2.1\\nName: built\\nVersion: 1.0.0\\n")
t.close()`;
  try {
    execFileSync('python3', ['-c', program], { cwd: folder });
    return readFileSync(join(folder, 'out'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('install_package with pip', () => {
  it("installs wheels into the project's own environment, and builds nothing", async () => {
    const { port } = await openPythonIndex({
      'sample_pkg-1.2.0-py3-none-any.whl': makePython('wheel'),
      'built-1.0.0.tar.gz': makePython('source'),
    });
    const test = await open({ 'requirements.txt': `--index-url http://127.0.0.1:${port}/simple\n` });
    const outcome = await test.run('install_package', { packages: ['Sample_Pkg>=1,<2'] });
    expect(outcome.error).toBeUndefined();
    expect(outcome.value).toMatchObject({ manager: 'pip', installed: [{ name: 'Sample_Pkg', version: '1.2.0' }] });
    expect(test.exists('.venv/bin/python')).toBe(true);
    const built = await test.run('install_package', { packages: ['built'] });
    expect(built.error).toMatchObject({ code: 'EXECUTION_ERROR', details: { kind: 'not found' } });
    expect(built.error?.suggestion).toContain('no wheel');
  });
});

/** Leaves a file, so that it is seen to have run. */
const TRAP = '#!/bin/sh\ncat .env > "$(dirname "$0")/sprung"\nexit 1\n';

describe('install_package runs nothing of the project', () => {
  it('npm: a program that .npmrc names is run by plain npm, and not by the tool', async () => {
    const { port } = await openNpmRegistry({ one: { '1.0.0': {} } });
    const files = npmProject(port, { dependencies: { trap: 'git+file:///nowhere/trap.git' } });
    const npmrc = `${files['.npmrc']}git=./evil.sh\nscript-shell=./evil.sh\nnode-options=--require=./evil.cjs\n`;
    const all = { ...files, '.npmrc': npmrc, '.env': 'SECRET=1\n', 'evil.sh': TRAP };
    const plain = await open(all);
    chmodSync(join(plain.root, 'evil.sh'), 0o755);
    // The registry is in this very process, so it is not waited for in one go.
    await once(spawn('npm', ['install', 'one', '--ignore-scripts'], { cwd: plain.root, stdio: 'ignore' }), 'exit');
    expect(plain.exists('sprung')).toBe(true);

    const test = await open(all);
    chmodSync(join(test.root, 'evil.sh'), 0o755);
    const outcome = await test.run('install_package', { packages: ['one'] });
    expect([outcome.ok, test.exists('sprung')]).toEqual([false, false]);
  });

  it('npm: keys that only say where packages come from count, and the others are named', async () => {
    const { port } = await openNpmRegistry({ one: { '1.2.3': {} } });
    const files = npmProject(port);
    const test = await open({ ...files, '.npmrc': `${files['.npmrc']}save-exact=true\ngit=./evil.sh\n` });
    const outcome = await test.run('install_package', { packages: ['one'] });
    expect(outcome.error).toBeUndefined();
    expect(JSON.parse(test.read('package.json')).dependencies).toEqual({ one: '1.2.3' });
    expect(outcome.output).toContain('did not count, for it may run something: .npmrc: git.');
    expect(test.read('.npmrc')).toContain('git=./evil.sh');
  });

  it('pip: what Python and pip load of a project by plain pip is not loaded by the tool', async () => {
    const { port } = await openPythonIndex({ 'sample_pkg-1.2.0-py3-none-any.whl': makePython('wheel') });
    const test = await open({ 'requirements.txt': `--index-url http://127.0.0.1:${port}/simple\n` });
    execFileSync('python3', ['-m', 'venv', '.venv'], { cwd: test.root });
    const site = `.venv/lib/${readdirSync(join(test.root, '.venv/lib'))[0]}/site-packages`;
    const traps = [`${site}/evil.pth`, `${site}/sitecustomize.py`, `${site}/pip/__init__.py`, 'pip.py'];
    for (const [index, path] of traps.entries()) {
      test.write(path, `import os; open(${JSON.stringify(join(test.root, `sprung${index}`))}, "w").close()\n`);
      spawnSync('.venv/bin/python', ['-m', 'pip', '--version'], { cwd: test.root });
      expect([path, test.exists(`sprung${index}`)]).toEqual([path, true]);
    }
    for (const index of traps.keys()) rmSync(join(test.root, `sprung${index}`), { force: true });
    const outcome = await test.run('install_package', { packages: ['Sample_Pkg'] });
    expect(outcome.error).toBeUndefined();
    expect(traps.filter((_, index) => test.exists(`sprung${index}`))).toEqual([]);
    expect(outcome.value).toMatchObject({ installed: [{ name: 'Sample_Pkg', version: '1.2.0' }] });
    expect(test.read(`${site}/sample_pkg.py`)).toBe('answer = 42\n');
  });

  it('pip: an environment with a Python of its own is not used', async () => {
    const test = await open({ 'requirements.txt': '', '.venv/bin/python': TRAP });
    chmodSync(join(test.root, '.venv/bin/python'), 0o755);
    const { error } = await test.run('install_package', { packages: ['one'] });
    expect(error?.message).toContain('code of the project');
    expect(test.exists('.venv/bin/sprung')).toBe(false);
  });

  it.each([
    ['pnpm', { 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': 'packages: []\nconfigDependencies:\n  evil: 1.0.0\n' }],
    ['poetry', { 'poetry.lock': '', 'pyproject.toml': '[tool.poetry]\n[tool.poetry.requires-plugins]\nevil = "1"\n' }],
    ['uv', { 'uv.lock': '', 'pyproject.toml': '[build-system]\nbackend-path = ["."]\n' }],
  ])('%s: what it must see and would run is refused', async (_, files) => {
    const test = await open({ 'package.json': '{}', ...files } as Record<string, string>);
    const args = { packages: ['one'], ...('pyproject.toml' in files ? { manager: _ } : {}) };
    const { error } = await test.run('install_package', args);
    expect([error?.code, error?.message]).toEqual([
      'INVALID_ARGUMENTS',
      expect.stringContaining('code of the project'),
    ]);
  });
});
