import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { MAIN, openCli } from '../support/cli/open-cli.ts';

/** The command line with a config of Claude Code that holds this. */
function openConfig(text: string) {
  const cli = openCli();
  const file = join(cli.folder, '.claude', 'settings.json');
  mkdirSync(join(cli.folder, '.claude'));
  writeFileSync(file, text);
  const hook = (...words: readonly string[]) => cli.run(['hook', ...words, '--yes']);
  return { file, hook, read: () => readFileSync(file, 'utf8') };
}

it('hooks that were installed twice, with a change by hand between, are taken out whole', () => {
  const { file, hook, read } = openConfig('{ "model": "a" }\n');
  expect(hook('install', 'claude').status).toBe(0);
  writeFileSync(file, read().replace('"a"', '"b"'));
  expect(hook('install', 'claude', '--policy', 'standard').status).toBe(0);
  expect(read()).toContain('--policy standard');
  expect(hook('uninstall', 'claude').status).toBe(0);
  expect(JSON.parse(read())).toEqual({ model: 'b' });
});

it('hooks come into a config that is empty, and leave it so', () => {
  const { hook, read } = openConfig('\n');
  expect(hook('install', 'claude').status).toBe(0);
  expect(read()).toContain('toolgate-hook');
  expect(hook('uninstall', 'claude').status).toBe(0);
  expect(read()).toBe('\n');
});

it('who installs hooks from what npx has fetched is told that it does not last', () => {
  const cli = openCli();
  const fetched = join(cli.folder, '_npx', '784a0029', 'dist');
  cpSync(dirname(MAIN), fetched, { recursive: true });
  writeFileSync(join(cli.folder, 'package.json'), '{ "version": "0" }');
  const { status, stderr } = cli.run(['hook', 'install', 'claude', '--yes'], { main: join(fetched, 'cli.js') });
  expect([status, stderr]).toEqual([0, expect.stringContaining('Install it first: npm install -g toolgate')]);
  expect(cli.run(['hook', 'install', 'claude', '--yes']).stderr).not.toContain('Install it first');
});

it.each([
  ['comments', '{\n  // mine\n  "model": "a"\n}\n'],
  ['a comma at the end', '{ "model": "a", }'],
  ['an entry of hooks that is none', '{ "hooks": { "Stop": [{ "hooks": "say" }] } }'],
  ['"hooks" twice', '{ "hooks": { "Stop": [] }, "hooks": {} }'],
])('hooks do not come into a config with %s, which the host would go on without', (_, text) => {
  const { hook, read } = openConfig(text);
  expect(hook('install', 'claude')).toMatchObject({ status: 2, stderr: expect.stringMatching(/would not load|twice/) });
  expect(read()).toBe(text);
});

it('a config that became unreadable to the host after installing is told, and fails the status', () => {
  const { file, hook, read } = openConfig('{ "model": "a" }\n');
  expect(hook('install', 'claude').status).toBe(0);
  expect(hook('status', 'claude', '--no-try').status).toBe(0);
  writeFileSync(file, `// mine\n${read()}`);
  expect(hook('status', 'claude', '--no-try')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('NOTHING IS GATED'),
  });
});

it('the status tells what is known before the host has been tried', async () => {
  const { folder, env, start } = openCli();
  const program = join(folder, 'bin/claude');
  const go = join(folder, 'go');
  mkdirSync(dirname(program));
  writeFileSync(program, `#!/bin/sh\nuntil [ -e '${go}' ]; do sleep 0.05; done\necho none\n`, { mode: 0o755 });
  const PATH = `${dirname(program)}:${env.PATH}`;
  const { until, ended, said } = start(['hook', 'status', 'claude'], { PATH });
  await until(`tried with ${program}`);
  expect(said()).toContain('no hooks');
  expect(said()).not.toContain('A hook that');
  writeFileSync(go, '');
  expect(await ended()).toBe(1);
  expect(said()).toMatch(/A hook that crashes: untried.*none\n.*\n.*\n.*A hook that is missing: untried/);
});

it('what others wrote into a config after installing stays, and all else is as it was, to the byte', () => {
  const own = '{ "model":"a",\n  "hooks": { "Stop":[ {"hooks":[{"type":"command","command":"say"}]} ], "X": [] }\n}\n';
  const { file, hook, read } = openConfig(own);
  expect(hook('install', 'claude').status).toBe(0);
  expect(hook('install', 'claude').stdout).toContain('already');
  writeFileSync(file, read().replace('"model":"a"', '"model":"b", "more": 1'));
  expect(hook('uninstall', 'claude').status).toBe(0);
  expect(read()).toBe(own.replace('"model":"a"', '"model":"b", "more": 1'));
});

it('a config that is a link to nothing, or a folder, is left alone, and said to be the reason', () => {
  const { file, hook } = openConfig('{}');
  for (const make of [() => symlinkSync('nowhere.json', file), () => mkdirSync(file)]) {
    rmSync(file);
    make();
    const { status, stderr } = hook('install', 'claude');
    expect([status, stderr]).toEqual([2, expect.stringContaining('settings.json')]);
    expect(stderr).not.toContain('fault of Toolgate');
  }
});
