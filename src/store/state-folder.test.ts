import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stateFolder } from './state-folder.ts';

let base: string;
let root: string;
let home: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-state-')));
  root = join(base, 'workspace');
  home = join(base, 'state');
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true }));

const folderOf = (workspace = root) => stateFolder(workspace, { XDG_STATE_HOME: home });
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('the folder is private, with its parents', () => {
  const folder = folderOf();
  expect(dirname(folder)).toBe(join(home, 'toolgate'));
  expect([modeOf(folder), modeOf(dirname(folder)), modeOf(home)]).toEqual([0o700, 0o700, 0o700]);
});

test('one workspace has one folder, by whichever way it is reached', () => {
  symlinkSync(root, join(base, 'link'));
  mkdirSync(join(base, 'other'));
  expect(folderOf(join(base, 'link'))).toBe(folderOf());
  expect(folderOf(`${root}/../workspace/`)).toBe(folderOf());
  expect(folderOf(join(base, 'other'))).not.toBe(folderOf());
});

test('without the variable, or with a relative one, it lies in the home folder', () => {
  for (const XDG_STATE_HOME of [undefined, '', 'relative']) {
    const folder = stateFolder(root, { HOME: join(base, 'home'), XDG_STATE_HOME });
    expect(dirname(folder)).toBe(join(base, 'home', '.local', 'state', 'toolgate'));
  }
});

test('a folder that others may enter is closed', () => {
  const folder = folderOf();
  chmodSync(folder, 0o777);
  chmodSync(dirname(folder), 0o775);
  folderOf();
  expect([modeOf(folder), modeOf(dirname(folder))]).toEqual([0o700, 0o700]);
});

test('a folder inside the workspace is refused before it is made, links or not', () => {
  symlinkSync(root, join(base, 'in'));
  for (const inside of [root, join(root, 'a', 'b'), join(base, 'in', 'c')]) {
    expect(() => stateFolder(root, { XDG_STATE_HOME: inside })).toThrow('inside the workspace');
  }
  expect(() => stateFolder('/', { XDG_STATE_HOME: home })).toThrow('inside the workspace');
  expect(statSync(root).nlink).toBe(2);
  expect(stateFolder(root, { XDG_STATE_HOME: `${root}-state` })).toContain('workspace-state');
});

test('a link is refused', () => {
  const folder = folderOf();
  rmSync(folder, { recursive: true });
  mkdirSync(join(base, 'elsewhere'));
  symlinkSync(join(base, 'elsewhere'), folder);
  expect(() => folderOf()).toThrow('is a link');
  rmSync(folder);
  symlinkSync(join(base, 'nowhere'), folder);
  expect(() => folderOf()).toThrow('is a link');
  rmSync(dirname(folder), { recursive: true });
  symlinkSync(join(base, 'elsewhere'), dirname(folder));
  expect(() => folderOf()).toThrow('is a link');
});

test('a folder of another user is refused', () => {
  const folder = folderOf();
  const another = statSync(folder).uid + 1;
  expect(() => stateFolder(root, { XDG_STATE_HOME: home }, another)).toThrow('belongs to another user');
});

test.each(['', 'home', './home'])('HOME that is "%s" is a clear error', HOME => {
  expect(() => stateFolder(root, { HOME })).toThrow(`HOME is "${HOME}", not an absolute path`);
});

test('where no folder can be made, the error says so', () => {
  home = '/dev/null/state';
  expect(() => folderOf()).toThrow('cannot be made');
});
