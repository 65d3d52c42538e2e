import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { opencode } from '../opencode.ts';
import { pi } from '../pi.ts';
import { hookLines } from './hook-lines.ts';

const lines = (host: string) => hookLines({ host, options: ['--policy', "it's"], hasTimeout: true });

it.each([
  '{\n  // mine\n  "plugin": ["other", ["file:///x.js", { "a": 1 }]],\n  "permission": { "bash": "ask" }\n}\n',
  '{ "permission": "allow", "plugin": [] }',
  '{}',
  '',
])('the plugin of opencode is added beside those of others, once, and taken out alone: %j', own => {
  const { config } = opencode;
  const installed = config.install(own, lines('opencode'));
  expect(config.install(installed, lines('opencode'))).toBe(installed);
  const [command, ...others] = config.commandsIn(installed);
  expect(command).toMatch(/opencode-plugin\.ts .*hook serve --policy 'it'\\''s'$/);
  expect(others).toEqual([]);
  const left = config.uninstall(installed)!;
  expect(config.commandsIn(left)).toEqual([]);
  expect(left).not.toMatch(/toolgate|\*\*/);
  for (const kept of ['// mine', '"other"', 'file:///x.js', '"bash": "ask"'])
    if (own.includes(kept)) expect(left).toContain(kept);
});

it('while the plugin of opencode is not loaded the last rule denies every tool', () => {
  const permissionOf = (text: string) => JSON.parse(opencode.config.install(text, lines('opencode'))).permission;
  expect(Object.entries(permissionOf('{"permission":{"*":"allow","bash":"ask"}}')).at(-1)).toEqual(['**', 'deny']);
  expect(permissionOf('{"permission":"allow"}')).toEqual({ '*': 'allow', '**': 'deny' });
  expect(permissionOf('{}')).toEqual({ '**': 'deny' });
});

it.each(['[]', '{ "plugin": {} }', '{ "plugin": '])(
  'a config of opencode that is not understood is left alone: %s',
  text => {
    expect(() => opencode.config.install(text, lines('opencode'))).toThrow('cannot be changed');
  },
);

it('rules of opencode that see no command any more are told, and those that hold without the plugin', () => {
  const concerns = opencode.config.concerns(
    '{ "permission": { "bash": { "rm *": "deny" } }, "agent": { "build": { "permission": { "edit": "allow" } } } }',
  );
  expect(concerns.join('\n')).toMatch(/permission\.bash[\s\S]*agent\.build\.permission/);
});

it('a config of opencode in which a rule comes after the one that denies every tool is told, and mended', () => {
  const installed = opencode.config.install('{}', lines('opencode'));
  expect(opencode.config.concerns(installed)).toEqual([]);
  const loose = installed.replace('"**": "deny"', '"**": "deny", "bash": "allow"');
  expect(opencode.config.concerns(loose)).toEqual([expect.stringContaining('calls run ungated')]);
  expect(opencode.config.concerns(opencode.config.install(loose, lines('opencode')))).toEqual([]);
});

it('the config of opencode that has comments is taken where there is one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-opencode-'));
  const fileIn = () => opencode.config.file({ scope: 'project', root: folder, env: {} });
  try {
    expect(fileIn()).toBe(join(folder, 'opencode.json'));
    writeFileSync(join(folder, 'opencode.jsonc'), '{}');
    expect(fileIn()).toBe(join(folder, 'opencode.jsonc'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('an extension of pi that has the name of ours is left alone', () => {
  expect(() => pi.config.install('export default () => {};\n', lines('pi'))).toThrow('not of Toolgate');
  expect(pi.config.commandsIn('export default () => {};\n')).toEqual([]);
});

it('the extension of pi is written once, says what it starts, and leaves nothing behind', () => {
  const installed = pi.config.install(undefined, lines('pi'));
  expect(pi.config.install(installed, lines('pi'))).toBe(installed);
  expect(pi.config.commandsIn(installed)).toEqual([
    expect.stringMatching(/pi-extension\.ts .*hook serve --policy 'it'\\''s'/),
  ]);
  expect(pi.config.uninstall(installed)).toBeUndefined();
  expect(pi.config.file({ scope: 'project', root: '/p', env: { HOME: '/h' } })).toBeUndefined();
});
