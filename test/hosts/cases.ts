import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ChangeMeanwhile } from '../support/children/change-meanwhile.ts';
import { type HostWorld, until } from './host-world.ts';
import { inGroupBelow } from './in-group-below.ts';
import { isRunning } from './is-running.ts';

const CHANGE_MEANWHILE = new URL('../support/children/change-meanwhile.ts', import.meta.url);

/** A case that cannot be tried with a host; it is said, and counts as nothing. */
export class UntriedCase extends Error {}

/** What holds with every host; each is run with the real one, and with what was recorded of it. */
export const HOST_CASES: Readonly<Record<string, (world: HostWorld) => Promise<void>>> = {
  async 'undo takes back what a turn wrote by the shell and by the tools of the host, to the byte'(world) {
    const { calls, at, trial } = world;
    const made = trial.lacks?.newFolders === undefined ? 'new/w.txt' : 'w.txt';
    world.write('a.txt', 'one\ntwo\n');
    world.write('bytes.bin', Buffer.from([0, 255, 10, 13, 128]));
    const before = world.files();
    await world.turn({
      steps: [
        { calls: [calls.shell('echo made > made.txt; printf x >> bytes.bin; mkdir -p deep/er; echo y > deep/er/y')] },
        { calls: [calls.write(at(made), 'written\n')] },
        ...(calls.read ? [{ calls: [calls.read(at('a.txt'))] }] : []),
        { calls: [calls.edit(at('a.txt'), 'two', 'three')] },
        { text: 'Done.' },
      ],
    });
    assert.equal(world.read('a.txt'), 'one\nthree\n');
    assert.equal(world.read(made), 'written\n');
    assert.equal(world.read('made.txt'), 'made\n');
    const undone = world.cli('undo');
    assert.equal(undone.status, 0, undone.stderr);
    assert.deepEqual(world.files(), before);
    assert.ok(!world.exists('new') && !world.exists('deep'));
    if (!trial.others) return;
    Object.assign(world.own, trial.others.env);
    await world.turn({
      steps: [
        { calls: [trial.others.write(at('new/w.txt'), 'written\n')] },
        { calls: [trial.others.edit(at('a.txt'), 'two', 'three')] },
        { text: 'Done.' },
      ],
    });
    assert.deepEqual([world.read('a.txt'), world.read('new/w.txt')], ['one\nthree\n', 'written\n']);
    assert.equal(world.cli('undo').status, 0);
    assert.deepEqual(world.files(), before);
    assert.ok(!world.exists('new'));
  },

  async 'a path that the policy denies stays unread'(world) {
    const { calls, at } = world;
    world.policy({ extends: 'privileged', rules: [{ effect: 'read', match: 'vault/**', verdict: 'deny' }] });
    world.write('vault/key.txt', 'hidden-value-4711\n');
    const results = await world.turn({
      steps: [
        { calls: [calls.shell('cat vault/key.txt; cat < vault/key.txt; grep -r hidden . ; echo end')] },
        ...(calls.read ? [{ calls: [calls.read(at('vault/key.txt'))] }] : []),
        { text: 'Done.' },
      ],
    });
    assert.ok(results.length > 0);
    assert.doesNotMatch(results.join('\n'), /hidden-value/);
  },

  async 'exit code, both streams and the folder are as they are'(world) {
    const { calls } = world;
    const results = await world.turn({
      steps: [
        { calls: [calls.shell('echo out; echo err >&2; exit 3')] },
        { calls: [calls.shell('mkdir -p sub && cd sub && pwd')] },
        { calls: [calls.shell("printf '%s' without-end")] },
        { text: 'Done.' },
      ],
    });
    if (world.trial.lacks?.exitCodes === undefined) assert.match(results[0]!, /(?:code:? |Exit code )3/i);
    assert.match(results[0]!, /out/);
    assert.match(results[0]!, /err/);
    assert.match(results[1]!, /\/p\/sub/);
    assert.match(results[2]!, /without-end\b/);
    // Nothing is added to what the command says.
    assert.doesNotMatch(results.join('\n'), /^toolgate|change set|working directory/m);
  },

  async 'what a rule asks about is refused without a person, and waits for one'(world) {
    const { calls, at } = world;
    world.policy({ extends: 'privileged', rules: [{ effect: 'write', match: 'guarded/**', verdict: 'ask' }] });
    const results = await world.turn({
      steps: [
        { calls: [calls.shell('mkdir -p guarded && echo x > guarded/by-shell')] },
        { calls: [calls.write(at('guarded/by-tool'), 'x\n')] },
        { text: 'Done.' },
      ],
    });
    assert.ok(!world.exists('guarded/by-shell') && !world.exists('guarded/by-tool'));
    assert.match(results.join('\n'), /person|approv/i);
    assert.match(world.cli('approvals').stdout, /guarded/);
  },

  async 'what the host is told to ask its person about does not run where it has none'(world) {
    const { calls, at } = world;
    world.own.TOOLGATE_HOOK_ASK = 'host';
    world.policy({ extends: 'privileged', rules: [{ effect: 'write', match: 'guarded/**', verdict: 'ask' }] });
    await world.turn({
      steps: [
        { calls: [calls.shell('mkdir guarded-not; echo begun > begun.txt')] },
        { calls: [calls.shell('mkdir -p guarded && echo x > guarded/by-shell')] },
        { calls: [calls.write(at('guarded/by-tool'), 'x\n')] },
        { text: 'Done.' },
      ],
    });
    assert.equal(world.read('begun.txt'), 'begun\n');
    assert.ok(!world.exists('guarded/by-shell') && !world.exists('guarded/by-tool'));
  },

  async 'agents do not write the config of hosts without a question'(world) {
    const { calls, at } = world;
    await world.turn({
      steps: [
        {
          calls: [
            calls.shell('mkdir -p .claude .codex && echo {} > .claude/settings.json && echo {} > .codex/hooks.json'),
          ],
        },
        { calls: [calls.write(at('.pi/extension.ts'), 'x\n')] },
        { text: 'Done.' },
      ],
    });
    assert.ok(!world.exists('.claude/settings.json') && !world.exists('.codex/hooks.json') && !world.exists('.pi'));
  },

  async 'a command ends when Toolgate is killed, and nothing of it is kept'(world) {
    const { calls, host } = world;
    if (host.shell === 'own')
      throw new UntriedCase('the host runs its commands itself, and Toolgate holds none of them');
    const results = await world.turn({
      steps: [{ calls: [calls.shell('echo begun > begun.txt; sleep 25.17; echo late > late.txt')] }, { text: 'Done.' }],
      meanwhile: async () => {
        await until(() => isRunning('sleep 25.17', world.project));
        for (const pid of world.pids()) process.kill(pid, 'SIGKILL');
      },
    });
    assert.match(results.join('\n'), /126|ended before/);
    assert.ok(!world.exists('begun.txt') && !world.exists('late.txt'));
  },

  async 'a command ends when its host is told to end or killed, and what ran before it is undone'(world) {
    const { calls, host } = world;
    if (host.shell === 'own') throw new UntriedCase('the host runs its commands itself');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
      await world.turn({
        steps: [
          { calls: [calls.shell('echo first > first.txt')] },
          { calls: [calls.shell('echo begun > begun.txt; sleep 300.19; echo late > late.txt')] },
          { text: 'Done.' },
        ],
        meanwhile: async () => {
          await until(() => isRunning('sleep 300.19', world.project));
          for (const pid of inGroupBelow(world.hostPid!)) process.kill(pid, signal);
        },
      });
      // It would go on for longer than is waited for its end.
      await until(() => !isRunning('sleep 300.19', world.project));
      assert.deepEqual(Object.keys(world.files()), ['first.txt'], `${signal}: ${world.cli('changes').stdout}`);
      assert.equal(world.cli('undo').status, 0);
      assert.deepEqual(world.files(), {});
    }
  },

  async 'a call is blocked when Toolgate is killed while it is judged'(world) {
    const { calls, at } = world;
    world.own.TOOLGATE_HOOK_WAIT = '40';
    world.policy({ extends: 'privileged', rules: [{ effect: 'write', match: 'guarded/**', verdict: 'ask' }] });
    const results = await world.turn({
      steps: [{ calls: [calls.write(at('guarded/x'), 'x\n')] }, { text: 'Done.' }],
      meanwhile: async () => {
        await until(() => /guarded/.test(world.cli('approvals').stdout));
        for (const pid of world.pids()) process.kill(pid, 'SIGKILL');
      },
    });
    assert.match(results.join('\n'), /blocked|Denied by/);
    assert.ok(!world.exists('guarded/x'));
  },

  async 'what changes by no call is kept apart from the turn'(world) {
    const { calls, at } = world;
    world.write('mine.txt', 'mine\n');
    await world.turn({
      steps: [
        { calls: [calls.write(at('agents.txt'), 'agent\n')] },
        // Some hosts refuse a command that does nothing but wait.
        { calls: [calls.shell('true; sleep 3')] },
        { text: 'Done.' },
      ],
      meanwhile: async () => {
        // A while after the turn began: what is different when it begins is taken as it is.
        const workerData: ChangeMeanwhile = {
          there: at('agents.txt'),
          line: 'sleep 3',
          folder: world.project,
          file: at('mine.txt'),
          text: 'changed by a person\n',
        };
        await once(new Worker(CHANGE_MEANWHILE, { workerData }), 'exit');
      },
    });
    const changes = world.cli('changes').stdout;
    assert.match(changes, /someone else/);
    assert.equal(world.cli('undo').status, 0);
    assert.ok(!world.exists('agents.txt'));
    assert.equal(world.read('mine.txt'), 'changed by a person\n');
  },

  async 'two sessions at once share one Toolgate, and each is undone alone'(world) {
    const { calls, at } = world;
    const turn = (name: string) =>
      world.turn({
        steps: [
          { calls: [calls.shell(`echo ${name} > ${name}-shell.txt; sleep 1`)] },
          { calls: [calls.write(at(`${name}-tool.txt`), `${name}\n`)] },
          { text: 'Done.' },
        ],
      });
    await Promise.all([turn('first'), turn('second')]);
    assert.equal(world.pids().length, 1);
    assert.equal(Object.keys(world.files()).length, 4);
    assert.equal(world.cli('undo').status, 0);
    assert.equal(Object.keys(world.files()).length, 2);
    assert.equal(world.cli('undo').status, 0);
    assert.equal(Object.keys(world.files()).length, 0);
  },

  async 'the calls of an agent below another are on record, under a name of its own where the host tells it'(world) {
    const { calls, trial } = world;
    if (!calls.agent) throw new UntriedCase('the host offers its model no agents');
    await world.turn({
      steps: [{ calls: [calls.agent('BELOW: make the file')] }, { text: 'Done.' }],
      others: [{ when: 'BELOW', steps: [{ calls: [calls.shell('echo below > below.txt')] }, { text: 'Made.' }] }],
    });
    assert.equal(world.read('below.txt'), 'below\n');
    const changes = world.cli('changes').stdout;
    assert.match(changes, /below\.txt/);
    if (trial.lacks?.agentNames === undefined) assert.match(changes, new RegExp(`${world.host.name}/\\S+-`));
  },

  async 'uninstalling leaves the config as it was, to the byte'(world) {
    const { config, host, trial } = world;
    world.install();
    world.cli('hook', 'uninstall', host.name, '--yes');
    assert.ok(!existsSync(config));
    const own = trial.configName === undefined ? config : join(dirname(config), trial.configName);
    mkdirSync(dirname(own), { recursive: true });
    const text = trial.config ?? '{ "hooks": { "Stop": [ {"hooks":[{"type":"command","command":"true"}]} ] } }';
    writeFileSync(own, text);
    world.install();
    const installed = readFileSync(config, 'utf8');
    world.install();
    assert.equal(readFileSync(config, 'utf8'), installed);
    await world.turn({ steps: [{ calls: [world.calls.shell('echo x > x.txt')] }, { text: 'Done.' }] });
    assert.match(world.cli('changes').stdout, /x\.txt/);
    assert.equal(world.cli('hook', 'uninstall', host.name, '--yes').status, 0);
    assert.equal(readFileSync(own, 'utf8'), text);
    assert.ok(own === config || !existsSync(config));
  },
};
