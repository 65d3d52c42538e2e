import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type OpenCli, openCli } from '../support/cli/open-cli.ts';
import { sayYes } from '../support/cli/open-terminal.ts';

interface Listed {
  readonly folder: string;
  readonly workspace?: string;
  readonly exists: boolean;
  readonly movedTo?: string;
  readonly bytes: number;
  readonly counts?: { readonly calls: number; readonly changes: number; readonly waiting: number };
  readonly usedBy: readonly number[];
}

function openState() {
  const cli = openCli();
  const write = (workspace: string, ...more: string[]) => {
    const root = join(cli.folder, workspace);
    mkdirSync(root, { recursive: true });
    const args = ['--args', JSON.stringify({ path: 'a.txt', content: `${Math.random()}\n` }), ...more];
    expect(cli.run(['exec', 'write_file', '--workspace', root, ...args]).status).toBe(0);
    return root;
  };
  const list = (): readonly Listed[] => JSON.parse(cli.run(['state', 'list', '--json']).stdout).states;
  return { ...cli, list, write };
}

const folderOf = (states: readonly Listed[], root: string) =>
  states.find(({ workspace }) => workspace === root)?.folder ?? expect.fail(root);

function age(folder: string, days: number): void {
  const at = Date.now() / 1000 - days * 86_400;
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), at, at);
}

const prune = (cli: OpenCli, ...args: string[]) => {
  const { status, stdout, stderr } = cli.run(['state', 'prune', '--json', ...args]);
  return { status, stderr, ...(JSON.parse(stdout) as { removed?: readonly { workspace: string }[] }) };
};

describe('toolgate state list', () => {
  it('toolgate state list says whose each folder is, what is in it, and which workspaces are gone or were moved', () => {
    const cli = openState();
    const [one, two, three] = ['one', 'two', 'three'].map(name => cli.write(name));
    const moved = join(cli.folder, 'elsewhere');
    renameSync(two!, moved);
    cli.run(['exec', 'read_file', '--workspace', moved, '--args', '{"path":"a.txt"}']);
    rmSync(three!, { recursive: true });
    const states = cli.list();
    const seen = states.map(({ workspace, exists, movedTo }) => [workspace, exists, movedTo ?? null]);
    expect(seen).toHaveLength(4);
    expect(seen).toEqual(
      expect.arrayContaining([
        [one, true, null],
        [two, false, moved],
        [three, false, null],
        [moved, true, null],
      ]),
    );
    expect(states.find(({ workspace }) => workspace === one)).toMatchObject({
      counts: { calls: 1, changes: 1, waiting: 0 },
      usedBy: [],
    });
    const { stdout } = cli.run(['state']);
    expect(stdout).toContain(`${three} (gone)`);
    expect(stdout).toContain(`${two} (moved to ${moved})`);
  });

  it('a folder of before says whose it is by its calls, and in a file from the next opening on', () => {
    const cli = openState();
    const root = cli.write('old');
    const [{ folder }] = cli.list() as [Listed];
    const note = join(folder, 'workspace.json');
    rmSync(note);
    expect(cli.list()).toMatchObject([{ workspace: root, exists: true }]);
    expect(existsSync(note)).toBe(false);
    cli.run(['tools', '--workspace', root]);
    expect(JSON.parse(readFileSync(note, 'utf8'))).toMatchObject({ workspace: root });
  });

  it('looking leaves nothing behind', () => {
    const cli = openState();
    cli.write('one');
    const [{ folder }] = cli.list() as [Listed];
    expect(readdirSync(folder).filter(name => /-(wal|shm)$/.test(name))).toEqual([]);
  });
});

describe('toolgate state prune', () => {
  it('toolgate state prune removes what belongs to workspaces that are gone, with a yes, and nothing else', () => {
    const cli = openState();
    const [here, gone] = ['here', 'gone'].map(name => cli.write(name));
    rmSync(gone!, { recursive: true });
    const refused = cli.run(['state', 'prune', '--gone']);
    expect(refused).toMatchObject({ status: 3 });
    expect(refused.stderr).toContain(gone);
    expect(refused.stderr).toContain('--yes');
    expect(cli.list()).toHaveLength(2);
    expect(cli.run(['state', 'prune']).status).toBe(2);
    expect(prune(cli, '--gone', '--yes').removed).toMatchObject([{ workspace: gone }]);
    expect(cli.list()).toMatchObject([{ workspace: here }]);
  });

  it('toolgate state prune goes by days and by size, the longest unused first, and keeps what waits', () => {
    const cli = openState();
    const [young, old, older] = ['young', 'old', 'older'].map(name => cli.write(name));
    const planned = cli.write('planned', '--plan');
    const states = cli.list();
    for (const [root, days] of [
      [old, 40],
      [older, 50],
      [planned, 60],
    ] as const)
      age(folderOf(states, root!), days);
    const { removed, stderr } = prune(cli, '--days', '45', '--yes');
    expect(removed).toMatchObject([{ workspace: older }]);
    expect(stderr).toContain(`kept: ${planned}`);
    expect(cli.run(['state', 'prune', '--size', 'much']).status).toBe(2);
    expect(prune(cli, '--size', '0.7MB', '--yes').removed).toMatchObject([{ workspace: old }]);
    expect(new Set(cli.list().map(({ workspace }) => workspace))).toEqual(new Set([young, planned]));
  });

  it('toolgate state prune keeps what a living process uses', async () => {
    const cli = openState();
    const root = cli.write('used');
    const { child, until, ended } = cli.start(['serve', '--port', '0', '--workspace', root]);
    await until('Serving');
    const states = cli.list();
    expect(states).toMatchObject([{ workspace: root, usedBy: [child.pid] }]);
    rmSync(root, { recursive: true });
    const { removed, stderr } = prune(cli, '--gone', '--yes');
    expect(removed).toEqual([]);
    expect(stderr).toContain(`in use by process ${child.pid}`);
    child.kill('SIGTERM');
    await ended();
  });
});

describe('toolgate state backup', () => {
  it('copies a state that is in use, and the copy opens as a store', async () => {
    const cli = openState();
    const root = cli.write('one');
    const { child, until, ended } = cli.start(['serve', '--port', '0', '--workspace', root]);
    await until('Serving');
    const folder = join(cli.folder, 'copy');
    expect(cli.run(['state', 'backup', folder, '--workspace', root])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('restore'),
    });
    child.kill('SIGTERM');
    await ended();
    const { stdout } = cli.run(['usage', '--json', '--workspace', root, '--store', join(folder, 'toolgate.db')]);
    expect(JSON.parse(stdout)).toMatchObject({ totals: [{ key: 'write_file', calls: 1 }] });
    expect(cli.run(['state', 'backup', folder, '--workspace', root]).status).toBe(1);
    expect(cli.run(['state', 'backup', join(root, 'copy'), '--workspace', root]).status).toBe(2);
  });

  it('a person puts a backup back, and what was there is put aside', async () => {
    const cli = openState();
    const { root } = cli;
    cli.run(['exec', 'write_file', '--args', '{"path":"a.txt","content":"one\\n"}']);
    const { backup } = JSON.parse(cli.run(['state', 'backup', '--json']).stdout) as { backup: string };
    expect(backup).toContain(join(cli.folder, 'state', 'toolgate', 'backups'));
    cli.run(['exec', 'write_file', '--args', '{"path":"b.txt","content":"two\\n"}']);
    const files = () => JSON.parse(cli.run(['usage', '--json']).stdout).totals[0].calls as number;
    expect(files()).toBe(2);
    expect(cli.run(['state', 'restore', backup, '--yes']).status).toBe(3);
    expect((await sayYes(cli, ['state', 'restore', backup])).code).toBe(0);
    expect(files()).toBe(1);
    expect(
      readdirSync(join(cli.folder, 'state', 'toolgate', 'backups')).some(name => /before-restore$/.test(name)),
    ).toBe(true);
    expect(existsSync(join(root, 'b.txt'))).toBe(true);
  });

  it('what is no backup, or a damaged one, changes nothing', async () => {
    const cli = openState();
    cli.run(['exec', 'write_file', '--args', '{"path":"a.txt","content":"one\\n"}']);
    const broken = join(cli.folder, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'toolgate.db'), 'no database');
    const foreign = join(cli.folder, 'foreign');
    mkdirSync(foreign);
    const other = new DatabaseSync(join(foreign, 'toolgate.db'));
    other.exec('create table x (y)');
    other.close();
    for (const folder of [join(cli.folder, 'none'), broken, foreign]) {
      const { code, screen } = await sayYes(cli, ['state', 'restore', folder]);
      expect([code, screen]).toEqual([1, expect.stringMatching(/is no backup|cannot be read|another program/)]);
    }
    expect(JSON.parse(cli.run(['usage', '--json']).stdout).totals).toHaveLength(1);
  });
});
