import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StubStep } from '../../src/hosts/trial/protocols/protocol.ts';
import { runHost } from '../../src/hosts/trial/run-host.ts';
import type { HostWorld } from '../../test/hosts/host-world.ts';
import { requireTurn } from './real-player.ts';

/** Runs the real host in a wrap, against a scripted model; what it did is written at the end of its turn, or of the run. */
async function runWrapped(world: HostWorld, program: string, steps: readonly StubStep[]) {
  const { home, project, programs, own, trial } = world;
  mkdirSync(dirname(world.config), { recursive: true });
  const variables = Object.keys(trial.env({ home, project, url: '' })).flatMap(name => ['--env', name]);
  const words = [join(programs, 'cli.js'), 'wrap', '--apply', '--allow', '127.0.0.1', ...variables, '--host'];
  const ended = await runHost({
    trial: {
      ...trial,
      args: (prompt, place) => [...words, trial.program, '--', program, ...trial.args(prompt, place)],
    },
    program: process.execPath,
    home,
    project,
    env: own,
    script: { steps },
  });
  return requireTurn(ended);
}

/** Three seconds; some hosts refuse to sleep. */
const WAIT = "perl -e 'select undef, undef, undef, 3'";

const DONE: StubStep = { text: 'Done.' };

/** What holds with every host in a wrap; run with the real ones alone. */
export const WRAP_CASES: Readonly<Record<string, (world: HostWorld, program: string) => Promise<void>>> = {
  async 'in a wrap: what it wrote by the shell and by its own tools is taken over, and undo restores every byte'(
    world,
    program,
  ) {
    const { calls, at, trial } = world;
    const made = trial.lacks?.newFolders === undefined ? 'new/w.txt' : 'w.txt';
    world.install();
    world.write('a.txt', 'one\ntwo\n');
    const before = world.files();
    const config = readFileSync(world.config, 'utf8');
    const { said } = await runWrapped(world, program, [
      { calls: [calls.shell('echo made > made.txt; mkdir -p deep; echo y > deep/y; ls -a ~')] },
      { calls: [calls.write(at(made), 'written\n')] },
      ...(calls.read ? [{ calls: [calls.read(at('a.txt'))] }] : []),
      { calls: [calls.edit(at('a.txt'), 'two', 'three')] },
      DONE,
    ]);
    assert.equal(world.exists('made.txt') && world.read('a.txt'), 'one\nthree\n', said);
    assert.equal(world.read(made), 'written\n');
    const undone = world.cli('undo');
    assert.equal(undone.status, 0, undone.stderr);
    assert.deepEqual(world.files(), before);
    assert.equal(readFileSync(world.config, 'utf8'), config);
  },

  async 'in a wrap: homes and what the policy denies are hidden from its shell'(world, program) {
    const { calls } = world;
    world.policy({ extends: 'privileged', rules: [{ effect: 'read', match: 'vault/**', verdict: 'deny' }] });
    world.write('vault/key.txt', 'hidden-value-4711\n');
    const { results } = await runWrapped(world, program, [
      { calls: [calls.shell('cat vault/key.txt; grep -r hidden-value . ~ 2>/dev/null; ls ~/state; echo end')] },
      DONE,
    ]);
    const said = results.map(({ output }) => output).join('\n');
    assert.match(said, /end/);
    assert.doesNotMatch(said, /hidden-value-4711\n|toolgate$/);
  },

  async 'two in wraps at once: nothing is lost, conflicts are shown'(world, program) {
    const { calls } = world;
    world.write('a.txt', 'first\n');
    const steps = (name: string): readonly StubStep[] => [
      { calls: [calls.shell(`${WAIT}; echo ${name} > ${name}.txt; echo ${name} > a.txt; ${WAIT}`)] },
      DONE,
    ];
    const [one, two] = await Promise.all([
      runWrapped(world, program, steps('one')),
      runWrapped(world, program, steps('two')),
    ]);
    const { pending } = JSON.parse(world.cli('changes', '--json').stdout) as {
      pending: { changes: { path: string }[] }[];
    };
    assert.equal(
      pending.length,
      1,
      `${one.said}\n${JSON.stringify(one.results)}\n${two.said}\n${JSON.stringify(two.results)}`,
    );
    assert.match(one.said + two.said, /CONFLICT a\.txt/);
    const [winner, other] = world.read('a.txt') === 'one\n' ? ['one', 'two'] : ['two', 'one'];
    assert.ok(world.exists(`${winner}.txt`) && !existsSync(world.at(`${other}.txt`)));
    assert.deepEqual(pending[0]!.changes.map(({ path }) => path).sort(), ['a.txt', `${other}.txt`].sort());
    assert.equal(world.cli('undo').status, 0);
    assert.equal(world.read('a.txt'), 'first\n');
  },
};
