import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ToolgateOptions } from '../../../src/index.ts';
import { openGate, type TestGate } from '../../support/worlds/open-gate.ts';

const privileged: Partial<ToolgateOptions> = { policy: 'privileged', approver: () => 'allow_once' };
const bash = (test: TestGate, command: string) => test.run('bash', { command });

/** Names, kinds, modes, links and contents of all, as bytes. */
function all(root: string): string {
  const command =
    "find . -mindepth 1 -printf '%P %y %m %l\\n' | sort | od -c; find . -type f | sort | xargs -d '\\n' cat | md5sum";
  const { stdout, status } = spawnSync('bash', ['-c', command], {
    cwd: root,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  expect(status).toBe(0);
  return stdout.toString('latin1');
}

const MAKE =
  "mkdir $'d\\xff'; echo in > $'d\\xff/in'; echo a > $'a\\xe4\\xb8'; echo plain > plain; " +
  "ln -s $'a\\xe4\\xb8' link; ln -s $'nowhere\\xfe' $'l\\xfe'; echo private > $'\\xf4\\x8f\\xba\\x80'";
const CHANGE =
  "echo more >> $'a\\xe4\\xb8'; chmod 600 $'d\\xff/in'; mv $'d\\xff' $'e\\xff'; rm $'l\\xfe'; mkdir x; mv plain $'x/\\x80'";

describe.each([
  ['in a sandbox', 'privileged'],
  ['without one', { extends: 'privileged', sandbox: 'off' }],
] as const)('names that are not UTF-8, %s,', (_, policy) => {
  it('names that are not UTF-8 are written, changed, moved, deleted, taken back and brought again', async () => {
    const test = await openGate({ 'old.txt': 'old' }, { ...privileged, policy });
    const states = [all(test.root)];
    for (const command of [MAKE, CHANGE, "rm -r $'e\\xff' x $'a\\xe4\\xb8'"]) {
      const ran = await bash(test, command);
      expect([ran.error, ran.value]).toMatchObject([undefined, { return_code: 0 }]);
      states.push(all(test.root));
    }
    const plain = spawnSync('bash', ['-c', `cd $(mktemp -d) && echo -n old > old.txt && ${MAKE} && ${CHANGE} && pwd`]);
    const place = plain.stdout.toString().trim();
    expect(all(place)).toBe(states[2]);
    spawnSync('rm', ['-r', place]);
    for (const state of states.slice(0, -1).toReversed()) {
      expect((await test.run('undo_turn', {})).error).toBeUndefined();
      expect(all(test.root)).toBe(state);
    }
    for (const state of states.slice(1)) {
      expect((await test.run('redo', {})).error).toBeUndefined();
      expect(all(test.root)).toBe(state);
    }
    const jobs = join(dirname(test.storeFile), 'jobs');
    await expect.poll(() => (existsSync(jobs) ? readdirSync(jobs) : [])).toEqual([]);
  });
});

describe('names that are not UTF-8', () => {
  const odd = (test: TestGate, name: string) =>
    Buffer.concat([Buffer.from(`${test.root}/`), Buffer.from(name, 'latin1')]);

  it('names that are not UTF-8 that lie in the workspace hold up no command, also where rules hide other files', async () => {
    const rules = [{ effect: 'read', match: '.env', verdict: 'deny' }] as const;
    const test = await openGate({ '.env': 's' }, { ...privileged, policy: { extends: 'privileged', rules } });
    writeFileSync(odd(test, 'a\xff'), 'odd');
    mkdirSync(odd(test, 'd\xff'));
    const ran = await bash(test, "cat $'a\\xff'; echo new > new");
    expect([ran.error, ran.value, test.read('new')]).toMatchObject([undefined, { stdout: 'odd' }, 'new\n']);
  });

  it('names that are not UTF-8 that a rule hides stop a command before it runs', async () => {
    const rules = [{ effect: 'read', match: '.env', verdict: 'deny' }] as const;
    const test = await openGate({ '.env': 'secret-7' }, { ...privileged, policy: { extends: 'privileged', rules } });
    linkSync(join(test.root, '.env'), odd(test, 'other\xff'));
    const ran = await bash(test, "cat $'other\\xff'");
    expect(ran.error).toMatchObject({ code: 'EXECUTION_ERROR', message: expect.stringContaining('other\\xff') });
    expect(JSON.stringify(ran)).not.toContain('secret-7');
  });

  it('names that are not UTF-8 are planned and applied', async () => {
    const test = await openGate({}, { ...privileged, mode: 'plan' });
    await bash(test, "mkdir $'d\\xff'; echo a > $'d\\xff/a\\xfe'");
    expect((await bash(test, "cat $'d\\xff/a\\xfe'; ls | wc -l")).value).toMatchObject({ stdout: 'a\n1\n' });
    expect(readdirSync(test.root)).toEqual([]);
    await test.gate.plan.apply();
    const found = spawnSync('find', ['.', '-type', 'f'], { cwd: test.root }).stdout;
    expect(found.toString('latin1')).toBe('./d\xff/a\xfe\n');
  });
});
