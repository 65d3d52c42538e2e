import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { placeInJob, systemView } from './system-view.ts';

/** A home with folders, a workspace in it, and what a job sees of them. */
function seen(
  path: (home: string) => readonly string[],
  folders: readonly string[],
  links: Record<string, string> = {},
) {
  const home = mkdtempSync(join(tmpdir(), 'toolgate-view-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const folder of ['ws', ...folders]) mkdirSync(join(home, folder), { recursive: true });
  for (const [name, target] of Object.entries(links)) symlinkSync(join(home, target), join(home, name));
  const view = systemView({ HOME: home, PATH: [...path(home), '/usr/bin'].join(':') }, join(home, 'ws'));
  return {
    variables: view.variables,
    path: view.path.map(folder => folder.replace(home, '~')),
    shows: (name: string) => placeInJob(join(home, name), view) !== undefined,
  };
}

it('a home in PATH is not shown, nor what lies above it, nor a folder with any name in it', () => {
  const { path, shows } = seen(
    home => [home, join(home, '..'), join(home, 'private'), '/', '/etc', '/home'],
    ['private'],
  );
  expect(path).toEqual(['/usr/bin']);
  expect(shows('private')).toBe(false);
});

it('programs of a home are shown with their libraries, and nothing personal beside them', () => {
  const { path, shows } = seen(
    home => [join(home, '.local/bin'), join(home, 'bin'), join(home, 'conda/bin')],
    ['.local/bin', '.local/lib', '.local/share/keyrings', 'bin', 'lib', 'share', 'conda/bin', 'conda/share'],
  );
  expect(path).toEqual(['~/.local/bin', '~/bin', '~/conda/bin', '/usr/bin']);
  const shown = ['.local/bin', '.local/lib', '.local/share', 'bin', 'lib', 'share', 'conda/share', '.'].filter(shows);
  expect(shown).toEqual(['.local/bin', '.local/lib', 'bin', 'conda/share']);
});

it('a link in the workspace does not choose what is shown', () => {
  const { path, shows } = seen(home => [join(home, 'ws/bin')], ['private/bin'], { 'ws/bin': 'private/bin' });
  expect(path).toEqual(['/usr/bin']);
  expect(shows('private/bin')).toBe(false);
});

it('programs of npm are shown with their packages', () => {
  const { shows } = seen(home => [join(home, 'tool/node_modules/.bin')], ['tool/node_modules/.bin', 'tool/src']);
  expect([shows('tool/node_modules/x'), shows('tool/src')]).toEqual([true, false]);
});

it('a link among programs leads to its toolchain, unless that is no folder of programs', () => {
  const home = mkdtempSync(join(tmpdir(), 'toolgate-view-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const folder of ['ws', 'bin', 'tool/bin', 'tool/lib', 'private'])
    mkdirSync(join(home, folder), { recursive: true });
  for (const file of ['tool/bin/x', 'private/y']) writeFileSync(join(home, file), '');
  symlinkSync(join(home, 'tool/bin/x'), join(home, 'bin/x'));
  symlinkSync(join(home, 'private/y'), join(home, 'bin/y'));
  const view = systemView({ HOME: home, PATH: join(home, 'bin') }, join(home, 'ws'));
  expect(['tool/bin', 'tool/lib', 'private'].filter(name => placeInJob(join(home, name), view))).toEqual([
    'tool/bin',
    'tool/lib',
  ]);
});

it('a toolchain of a home finds the rest of itself', () => {
  const { shows, variables } = seen(home => [join(home, '.cargo/bin')], ['.cargo/bin', '.rustup/toolchains']);
  expect(shows('.rustup/toolchains')).toBe(true);
  expect(shows('.cargo')).toBe(false);
  expect(variables.RUSTUP_HOME).toMatch(/\/\.rustup$/);
});

it('what maven has fetched is shown, and not the passwords beside it', () => {
  const { variables, shows } = seen(() => [], ['.m2/repository']);
  expect(variables.M2_REPO?.endsWith('/.m2/repository')).toBe(true);
  expect([shows('.m2/repository/junit'), shows('.m2/settings.xml'), shows('.m2')]).toEqual([true, false, false]);
});

it('what maven has fetched is not shown where a link leads elsewhere', () => {
  const { variables, shows } = seen(() => [], ['.m2', 'private'], { '.m2/repository': 'private' });
  expect(variables.M2_REPO).toBeUndefined();
  expect(shows('private')).toBe(false);
});

describe('Node is seen at a place that tells nothing of the user', () => {
  function nodeIn(folder: string, files: readonly string[]) {
    const home = mkdtempSync(join(tmpdir(), 'toolgate-view-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    for (const file of files) {
      mkdirSync(join(home, file, '..'), { recursive: true });
      writeFileSync(join(home, file), '');
    }
    mkdirSync(join(home, 'mono/ws'), { recursive: true });
    const view = systemView({ HOME: home, PATH: join(home, folder) }, join(home, 'mono/ws'), '/tools');
    const at = (name: string) => placeInJob(join(home, name), view)?.replace(home, '~');
    return { path: view.path.map(place => place.replace(home, '~')), at };
  }

  it('a Node of a home is moved with its packages', () => {
    const { path, at } = nodeIn('.nvm/v24/bin', ['.nvm/v24/bin/node', '.nvm/v24/lib/node_modules/npm/package.json']);
    expect(path).toEqual(['/tools/0/bin']);
    expect([at('.nvm/v24/lib/node_modules/npm'), at('.nvm/v24'), at('.nvm')]).toEqual([
      '/tools/0/lib/node_modules/npm',
      undefined,
      undefined,
    ]);
  });

  it('packages of another project are moved, also what is not a program', () => {
    const { path, at } = nodeIn('other/node_modules/.bin', ['other/node_modules/.bin/vitest']);
    expect(path).toEqual(['/tools/0/node_modules/.bin']);
    expect(at('other/node_modules/vitest')).toBe('/tools/0/node_modules/vitest');
  });

  it('packages in a folder above the workspace stay where Node looks for them', () => {
    const { path, at } = nodeIn('mono/node_modules/.bin', ['mono/node_modules/.bin/vitest']);
    expect(path).toEqual(['~/mono/node_modules/.bin']);
    expect(at('mono/node_modules/vitest')).toBe('~/mono/node_modules/vitest');
  });

  it('programs of a home beside which no packages of Node lie stay where they are', () => {
    expect(nodeIn('bin', ['bin/node']).path).toEqual(['~/bin']);
  });
});
