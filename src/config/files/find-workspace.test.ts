import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findWorkspace } from './find-workspace.ts';

const [ROOT, ME, OTHER] = [0, 1000, 1001];

/** A shared folder with a config, and a folder in it where we stand. */
function openShared(name = 'toolgate.config.json') {
  const shared = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-shared-')));
  onTestFinished(() => rmSync(shared, { recursive: true, force: true }));
  const cwd = join(shared, 'mine');
  mkdirSync(cwd);
  writeFileSync(join(shared, name), '{}');
  const find = (owners: { file: number; shared: number; cwd: number }) =>
    findWorkspace({
      env: {},
      cwd,
      owners: {
        me: ME,
        of: path => (path === cwd ? owners.cwd : path === shared ? owners.shared : owners.file),
      },
    });
  return { shared, cwd, find };
}

describe('what lies further up', () => {
  it.each(['toolgate.config.json', '.git'])(
    "a config further up is followed if it is ours or the system's: %s",
    name => {
      const { shared, find } = openShared(name);
      for (const file of [ME, ROOT]) {
        expect(find({ file, shared: ROOT, cwd: ME })).toMatchObject({ root: shared, passedOver: [] });
      }
    },
  );

  it.each(['toolgate.config.json', '.git'])(
    'a config further up is passed over if another user put it there: %s',
    name => {
      const { shared, cwd, find } = openShared(name);
      const found = { root: cwd, because: 'the working directory', passedOver: [join(shared, name)] };
      expect(find({ file: OTHER, shared: ROOT, cwd: ME })).toMatchObject(found);
      expect(find({ file: OTHER, shared: OTHER, cwd: ME })).toMatchObject(found);
      expect(find({ file: OTHER, shared: ROOT, cwd: OTHER })).toMatchObject(found);
    },
  );

  it('a config further up is followed inside a folder that is all of one other user, as for root in a container', () => {
    const { shared, find } = openShared();
    expect(find({ file: OTHER, shared: OTHER, cwd: OTHER })).toMatchObject({ root: shared, passedOver: [] });
  });
});

it('a config where we stand counts, whoever wrote it: it only tightens', () => {
  const { cwd, find } = openShared();
  writeFileSync(join(cwd, 'toolgate.config.json'), '{}');
  expect(find({ file: OTHER, shared: ROOT, cwd: ME })).toMatchObject({ root: cwd, passedOver: [] });
});
