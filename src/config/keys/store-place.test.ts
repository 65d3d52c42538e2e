import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectConfigText } from '../files/project-config.ts';
import { trustWorkspace } from '../files/trust.ts';
import { type Flags, loadSettings } from '../load-settings.ts';

const URL_OF_PROJECT = 'postgres://project:secret@db.example/p';
const URL_OF_USER = 'postgresql://anna:secret@db.example/u';

function openHome() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-config-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const root = join(home, 'project');
  mkdirSync(root);
  const env: Record<string, string> = { HOME: home };
  const write = (path: string, value: unknown) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), JSON.stringify(value));
  };
  const load = (more: Record<string, string> = {}, flags: Flags = {}) =>
    loadSettings({ flags, env: { ...env, ...more }, cwd: root });
  return {
    root,
    load,
    project: (value: unknown) => write('project/toolgate.config.json', value),
    user: (value: unknown) => write('.config/toolgate/config.json', value),
    trust: async () => trustWorkspace(root, projectConfigText((await load()).workspace), env),
  };
}

test('a store of a project, and its name for the workspace, hold once the project is trusted', async () => {
  const { load, project, user, trust } = openHome();
  user({ store: URL_OF_USER });
  project({ store: URL_OF_PROJECT, workspaceID: 'team' });
  const before = await load();
  expect(before).toMatchObject({ store: URL_OF_USER, workspaceID: undefined });
  expect(before.withheld).toEqual(['store', 'workspaceID']);
  expect(before.warnings.join()).not.toContain('secret');
  await trust();
  expect(await load()).toMatchObject({ store: URL_OF_PROJECT, workspaceID: 'team', warnings: [] });
});

test('the store of a variable goes before that of a file', async () => {
  const { load, project, trust } = openHome();
  project({ store: URL_OF_PROJECT, workspaceID: 'team' });
  await trust();
  const settings = await load({ TOOLGATE_STORE: URL_OF_USER, TOOLGATE_WORKSPACE_ID: 'mine' });
  expect(settings).toMatchObject({ store: URL_OF_USER, workspaceID: 'mine' });
});

test('the user gives an ID to one workspace at a time', async () => {
  const { load, user, root } = openHome();
  user({ workspaces: { [root]: { workspaceID: 'mine' } } });
  expect(await load()).toMatchObject({ workspaceID: 'mine' });
  user({ workspaceID: 'mine' });
  await expect(load()).rejects.toMatchObject({
    message: expect.stringContaining('names one workspace'),
    suggestion: expect.stringContaining('"workspaces"'),
  });
});

test.each(['', ' ', 'a b', 'ä', '../x', 'x'.repeat(49), 7])('%j is no ID of a workspace', async workspaceID => {
  const { load, project } = openHome();
  project({ workspaceID });
  await expect(load()).rejects.toThrow('workspaceID must be a name');
});

test('a password of a store in the command line is refused, and not repeated', async () => {
  const { load } = openHome();
  for (const store of [URL_OF_USER, 'postgres://h/d?password=secret']) {
    const refused = load({}, { store }).catch(error => error);
    expect((await refused).message).toContain('--store holds a password');
    expect(`${(await refused).message} ${(await refused).suggestion}`).not.toContain('secret');
  }
  expect((await load({}, { store: 'postgres://anna@db.example/u' })).store).toBe('postgres://anna@db.example/u');
});
