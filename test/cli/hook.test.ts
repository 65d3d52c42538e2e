import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { MAIN, openCli, SOURCE } from '../support/open-cli.ts';

/** The command line with a config of Claude Code that holds this. */
function openConfig(text: string) {
  const cli = openCli();
  const file = join(cli.folder, '.claude', 'settings.json');
  mkdirSync(join(cli.folder, '.claude'));
  writeFileSync(file, text);
  const hook = (...words: readonly string[]) => cli.run(['hook', ...words, '--yes'], { main: SOURCE });
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
