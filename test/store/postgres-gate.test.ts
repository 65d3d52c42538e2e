import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createToolgate } from '../../src/gate/create-toolgate.ts';
import { openCli } from '../support/cli/open-cli.ts';
import { type PostgresServer, startPostgres } from '../support/postgres/postgres-server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

/** A machine: a checkout and a state folder of its own. */
function openMachine(workspaceID: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-machine-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = mkdtempSync(join(folder, 'workspace-'));
  const env = { HOME: folder, PATH: process.env.PATH };
  const open = () => createToolgate({ workspace: root, store: server.url, workspaceID, env, claimWait: 0 });
  return { folder, root, open, read: (path: string) => readFileSync(join(root, path), 'utf8') };
}

test('calls, changes and their images are kept, and taken back by a later gate', async () => {
  const { root, open, read } = openMachine('later');
  writeFileSync(join(root, 'a.txt'), 'one\n');
  const first = await open();
  const edited = await first.execute({
    name: 'edit_file',
    args: { path: 'a.txt', old_text: 'one', new_text: 'two' },
  });
  expect(edited.ok).toBe(true);
  expect(read('a.txt')).toBe('two\n');
  await first.close();
  const second = await open();
  expect((await second.journal.list({})).length).toBe(1);
  expect((await second.execute({ name: 'undo_file', args: { path: 'a.txt' } })).ok).toBe(true);
  expect(read('a.txt')).toBe('one\n');
  const events = await second.activity.since(0);
  expect(events.map(event => event.seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.filter(event => event.type === 'tool_call_end').length).toBe(2);
  await second.close();
});

test('two machines see one ledger, one stream and one set of claims; long outputs stay where they were made', async () => {
  const [here, there] = [openMachine('shared'), openMachine('shared')];
  writeFileSync(join(there.root, 'long.txt'), 'a line of text\n'.repeat(20_000));
  const [one, other] = [await here.open(), await there.open()];
  expect((await other.execute({ name: 'read_file', args: { path: 'long.txt', limit: 0 } })).ok).toBe(true);
  await other.store.flush();
  const [call] = await one.store.calls.list({ tool: 'read_file' });
  expect(call).toMatchObject({ status: 'settled', ok: true });
  expect((await one.activity.since(0)).map(event => event.type)).toContain('tool_call_end');
  await other.store.claims.take(['a.txt'], { owner: 'x', agent: 'reviewer', now: Date.now(), ttl: 60_000 });
  const refused = await one.execute({ name: 'write_file', args: { path: 'a.txt', content: 'x' } });
  expect(refused).toMatchObject({ ok: false, error: { code: 'CLAIMED' } });
  await other.store.claims.releaseOwner('x');
  expect((await one.execute({ name: 'write_file', args: { path: 'a.txt', content: 'x' } })).ok).toBe(true);
  await Promise.all([one.close(), other.close()]);
});

test('the command line takes the address from a variable, and says nothing of its password', () => {
  const cli = openCli({ 'a.txt': 'one\n' });
  const env = { TOOLGATE_STORE: server.url, TOOLGATE_WORKSPACE_ID: 'cli' };
  const args = ['exec', 'write_file', '--json', '--args', '{"path":"b.txt","content":"two"}'];
  const said = [cli.run(args, { env }), cli.run(['changes'], { env }), cli.run(['doctor'], { env })];
  expect(said.map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(said[1]!.stdout).toContain('b.txt');
  expect(said[2]!.stdout).toMatch(/ok +state +postgres in postgres:\/\/postgres@127\.0\.0\.1:\d+\/db1 can be written/);
  const away = new URL(server.url);
  away.port = '1';
  said.push(cli.run(['doctor'], { env: { ...env, TOOLGATE_STORE: away.href } }));
  expect(said[3]!.status).toBe(1);
  expect(said[3]!.stdout).toMatch(/BAD +state +The store .* does not answer/);
  const all = said.map(({ stdout, stderr }) => stdout + stderr).join('\n');
  for (const secret of [server.password, encodeURIComponent(server.password)]) expect(all).not.toContain(secret);
  // The database is elsewhere; what is kept here holds no rows.
  expect(readdirSync(join(cli.folder, 'state'), { recursive: true }).filter(name => /\.db/.test(`${name}`))).toEqual(
    [],
  );
});
