import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type OpenCli, openCli } from '../../support/cli/open-cli.ts';
import { sayYes } from '../../support/cli/open-terminal.ts';

const modeOf = (cli: OpenCli, path: string): number => statSync(join(cli.root, path)).mode & 0o777;

/** A wrap that is in the middle of its work while another begins and ends. */
async function aroundAnother(cli: OpenCli, outer: string, inner: string) {
  const go = join(cli.folder, 'go');
  mkdirSync(go);
  const script = `echo ready; while [ ! -e ${go}/on ]; do sleep 0.05; done; ${outer}`;
  const started = cli.start(['wrap', '--apply', '--home', go, '--', 'sh', '-c', script]);
  await started.until('ready');
  const ran = cli.run(['wrap', '--apply', '--', 'sh', '-c', inner]);
  expect(ran.status, ran.stderr).toBe(0);
  writeFileSync(join(go, 'on'), '');
  await started.ended();
  return started.said();
}

test('the mode that one wrapped agent gave a file stays where another has changed its lines', async () => {
  const cli = openCli({ 'run.sh': 'x\n' });
  chmodSync(join(cli.root, 'run.sh'), 0o644);
  const said = await aroundAnother(cli, 'echo y >> run.sh', 'chmod 755 run.sh');
  expect(said).toContain('merged run.sh');
  expect([cli.read('run.sh'), modeOf(cli, 'run.sh')]).toEqual(['x\ny\n', 0o755]);
  expect(cli.run(['undo']).status).toBe(0);
  expect([cli.read('run.sh'), modeOf(cli, 'run.sh')]).toEqual(['x\n', 0o755]);
  expect(cli.run(['undo']).status).toBe(0);
  expect(modeOf(cli, 'run.sh')).toBe(0o644);
});

test('two wrapped agents that give a file two modes are in conflict', async () => {
  const cli = openCli({ 'run.sh': 'x\n' });
  chmodSync(join(cli.root, 'run.sh'), 0o644);
  const said = await aroundAnother(cli, 'chmod 600 run.sh', 'chmod 755 run.sh');
  expect(said).toContain('CONFLICT run.sh');
  // All that is said can be done: each set that is named is there.
  const { pending } = JSON.parse(cli.run(['changes', '--json']).stdout) as { pending: { id: string }[] };
  const named = [...said.matchAll(/changes apply ([\da-f-]{36})/g)].map(([, id]) => id);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(id => !pending.some(set => set.id === id))).toEqual([]);
  expect(modeOf(cli, 'run.sh')).toBe(0o755);
});

test('what two agents did that both wait keeps the mode of one and the lines of the other', async () => {
  const cli = openCli({ 'run.sh': 'x\n' });
  chmodSync(join(cli.root, 'run.sh'), 0o644);
  cli.run(['wrap', '--keep', '--', 'sh', '-c', 'chmod 755 run.sh']);
  cli.run(['wrap', '--keep', '--', 'sh', '-c', 'echo y >> run.sh']);
  const { pending } = JSON.parse(cli.run(['changes', '--json']).stdout) as { pending: { id: string; title: string }[] };
  for (const { id } of [...pending].reverse()) expect((await sayYes(cli, ['changes', 'apply', id])).code).toBe(0);
  expect([cli.read('run.sh'), modeOf(cli, 'run.sh')]).toEqual(['x\ny\n', 0o755]);
});
