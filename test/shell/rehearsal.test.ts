import { execFileSync } from 'node:child_process';
import { lstatSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ApprovalReply } from '../../src/approval/request.ts';
import type { ApprovalRequest, ToolgateOptions } from '../../src/index.ts';
import { openAgents } from '../support/worlds/open-agents.ts';
import { openGate, type TestGate } from '../support/worlds/open-gate.ts';

/** A gate whose person answers with these, one after another, and what they were asked. */
async function open(
  files: Record<string, string>,
  answers: readonly ApprovalReply[] = [],
  more: Partial<ToolgateOptions> = {},
) {
  const asked: ApprovalRequest[] = [];
  const left = [...answers];
  const approver = (request: ApprovalRequest): ApprovalReply => {
    asked.push(request);
    return left.shift() ?? 'reject_once';
  };
  return { ...(await openGate(files, { policy: 'privileged', approver, ...more })), asked };
}

/** A command whose text does not show what it does: it runs the script from code. */
const unseen = (script = 'make.sh'): string =>
  `python3 - <<'EOF'\nimport subprocess\nprint(subprocess.run(["sh", "${script}"], capture_output=True, text=True).stdout)\nEOF`;
const bash = (test: Pick<TestGate, 'run'>, command: string, more: object = {}) =>
  test.run('bash', { command, ...more });

const HOOK = 'echo said; mkdir -p .husky; date +%s%N > .husky/pre-commit; echo b > a.txt';

describe('a command that is rehearsed', () => {
  it('a command whose text does not show what it does is not asked about where all that it did is inside the policy', async () => {
    const test = await open({ 'a.txt': 'a\n', 'make.sh': 'echo b > a.txt; echo new > b.txt' });
    const ran = await bash(test, unseen());
    expect([ran.ok, test.asked.length]).toEqual([true, 0]);
    expect([test.read('a.txt'), test.read('b.txt')]).toEqual(['b\n', 'new\n']);
    expect(ran.metadata).toMatchObject({ rehearsed: true });
    expect(ran.output).not.toMatch(/rehears/i);
    const rows = await test.gate.store.calls.list({ sessionID: test.gate.session().id });
    expect(rows).toMatchObject([{ tool: 'bash', verdict: 'ask', attempts: 1, status: 'settled', ok: true }]);
    expect(rows[0]?.reasons?.at(-1)).toBe('It was rehearsed, and all that it did is inside the policy');
  });

  it('a rehearsed command is asked about with its diff, the hosts that it tried to reach and what it printed', async () => {
    const script = `${HOOK}; curl -s --max-time 5 http://evil.example/x; true`;
    const test = await open({ 'a.txt': 'a\n', 'make.sh': script }, ['reject_once']);
    const ran = await bash(test, unseen());
    expect(ran.error?.code).toBe('APPROVAL_DENIED');
    const [{ reason, diff, rehearsed }] = test.asked as [ApprovalRequest];
    expect(test.asked).toHaveLength(1);
    expect(reason).toMatch(/^it was rehearsed, and nothing is written yet: it tried to reach evil\.example.*\.husky/);
    expect(diff).toContain('+++ b/.husky/pre-commit');
    expect(rehearsed?.hosts).toEqual(['evil.example']);
    expect(rehearsed?.output).toContain('said');
  });

  it('a yes to a rehearsed command writes the bytes that were shown, and it has run once', async () => {
    const test = await open({ 'a.txt': 'a\n', 'make.sh': HOOK }, ['allow_once']);
    const ran = await bash(test, unseen());
    expect([ran.ok, test.asked.length]).toEqual([true, 1]);
    const [{ diff = '' }] = test.asked as [ApprovalRequest];
    expect(diff).toContain(`+${test.read('.husky/pre-commit').trim()}`);
    expect(test.read('a.txt')).toBe('b\n');
    expect(ran.output).toContain('said');
  });

  it('what a rehearsed command printed is in no event before a person has let it be', async () => {
    const test = await open({ 'a.txt': 'a\n', 'make.sh': HOOK }, ['reject_once']);
    const events: unknown[] = [];
    const call = { name: 'bash', args: { command: unseen() } };
    await test.gate.execute(call, { onEvent: event => void events.push(event) });
    expect(test.asked[0]?.rehearsed?.output).toContain('said');
    expect(JSON.stringify(events)).not.toContain('said');
  });

  it('a command that a person was asked about elsewhere is not rehearsed', async () => {
    const test = await open({ 'a.txt': 'a\n', 'make.sh': 'echo b > a.txt' }, ['allow_once']);
    await test.gate.execute({ name: 'bash', args: { command: unseen() } }, { answered: true });
    expect([test.asked.map(({ rehearsed }) => rehearsed), test.read('a.txt')]).toEqual([[undefined], 'b\n']);
  });

  it('a rehearsed command whose files others change while a person looks writes over nobody, and is asked about again', async () => {
    const test = await open({ 'a.txt': 'a\n', 'make.sh': HOOK });
    const call = { name: 'bash', args: { command: unseen() } };
    const diffs: (string | undefined)[] = [];
    const approver = ({ diff }: ApprovalRequest) => {
      if (diffs.push(diff) === 1) test.write('a.txt', 'mine\n');
      return 'allow_once' as const;
    };
    const ran = await test.gate.execute(call, { approver });
    expect(ran.error?.code).toBe('STALE_FILE');
    expect([test.read('a.txt'), test.exists('.husky')]).toEqual(['mine\n', false]);
    expect((await test.gate.execute(call, { approver })).ok).toBe(true);
    expect(diffs[1]).toContain('-mine\n+b');
  });

  it('a no to a rehearsed command leaves nothing of it, and the model does not get what it printed', async () => {
    const test = await open({ 'a.txt': 'a\n', 'make.sh': `${HOOK}; echo '{' > bad.json` }, ['reject_once']);
    const ran = await bash(test, unseen());
    expect(ran.error?.code).toBe('APPROVAL_DENIED');
    expect(JSON.stringify(ran)).not.toMatch(/said|bad\.json/);
    expect([test.read('a.txt'), test.exists('.husky'), test.exists('bad.json')]).toEqual(['a\n', false, false]);
  });
});

describe('what a rehearsal may see', () => {
  const SHOW = 'cat .env; wc -c .env; cp .env copy.txt; true';

  it('private files are empty to a rehearsed command, whatever it does with them', async () => {
    const test = await open({ '.env': 'KEY=abcdefgh12345678\n', 'make.sh': SHOW });
    const ran = await bash(test, unseen());
    expect([ran.ok, test.asked.length]).toEqual([true, 0]);
    expect(ran.output).toContain('0 .env');
    expect(ran.output).not.toContain('abcdefgh');
    expect([test.read('copy.txt'), test.read('.env')]).toEqual(['', 'KEY=abcdefgh12345678\n']);
  });

  it('a link with the name of a private file is empty to a rehearsed command too', async () => {
    const test = await open({
      'conf/local': 'KEY=abcdefgh12345678\n',
      'make.sh': 'rev .env; wc -c .env; cat conf/local',
    });
    symlinkSync('conf/local', join(test.root, '.env'));
    const ran = await bash(test, unseen());
    expect([ran.ok, test.asked.length]).toEqual([true, 0]);
    expect(ran.output).toContain('0 .env');
    expect(ran.output).not.toMatch(/87654321|abcdefgh/);
    expect(lstatSync(join(test.root, '.env')).isSymbolicLink()).toBe(true);
  });

  it('a command that names a private file is asked about before it runs', async () => {
    const test = await open({ '.env': 'KEY=abcdefgh12345678\n', 'make.sh': 'touch ran' });
    const ran = await bash(test, `${unseen()}\ncat .env`);
    expect([ran.error?.code, test.asked.length, test.asked[0]?.rehearsed]).toEqual(['APPROVAL_DENIED', 1, undefined]);
  });

  it('a rehearsed command that changes a private file, which is empty to it, is asked about as it is, and then sees it', async () => {
    const files = { '.env': 'KEY=abcdefgh12345678\n', 'make.sh': 'cp .env t; echo x >> t; mv t .env' };
    const test = await open(files, ['reject_once', 'allow_once']);
    await bash(test, unseen());
    expect([test.asked[0]?.rehearsed, test.read('.env')]).toEqual([undefined, files['.env']]);
    await bash(test, unseen());
    expect(test.read('.env')).toBe(`${files['.env']}x\n`);
  });
});

describe('what is still asked before anything runs', () => {
  const UNSEEN = unseen();
  const TOUCH = { 'a.txt': 'a\n', 'make.sh': 'touch ran' };

  it.each([
    ['a command that is known to be dangerous', `${UNSEEN}\ngit push origin main`],
    ['code that holds a dangerous command', 'python3 -c "import os; os.system(\'rm -rf ~\')"'],
    ['a command that names a host', `${UNSEEN}\ncurl -s https://evil.example`],
    ['a command that was put together', 'eval "$(base64 -d a.txt)"'],
  ])('%s is asked about before it runs', async (_, command) => {
    const test = await open(TOUCH);
    const ran = await bash(test, command);
    expect([ran.error?.code, test.asked.length, test.asked[0]?.rehearsed]).toEqual(['APPROVAL_DENIED', 1, undefined]);
  });

  it('a command in the background is asked about before it runs', async () => {
    const test = await open(TOUCH);
    await bash(test, UNSEEN, { background: true });
    expect(test.asked[0]?.rehearsed).toBeUndefined();
  });

  it('a rule that asks for a command, and a policy without previews, ask before it runs', async () => {
    const rule = { tool: 'bash', effect: 'execute', match: 'python3 *', verdict: 'ask' } as const;
    const ruled = await open(TOUCH, [], { policy: { extends: 'privileged', rules: [rule] } });
    await bash(ruled, UNSEEN);
    const off = await open(TOUCH, [], { policy: { extends: 'privileged', preview: 'off' } });
    await bash(off, UNSEEN);
    expect([ruled, off].map(({ asked }) => asked.map(({ rehearsed }) => rehearsed))).toEqual([
      [undefined],
      [undefined],
    ]);
  });

  it('a rule that denies what a rehearsed command has written refuses it, and nobody is asked', async () => {
    const rule = { effect: 'write', match: 'ran', verdict: 'deny' } as const;
    const test = await open(TOUCH, [], { policy: { extends: 'privileged', rules: [rule] } });
    const ran = await bash(test, UNSEEN);
    expect([ran.error?.code, test.asked.length, test.exists('ran')]).toEqual(['POLICY_DENIED', 0, false]);
  });
});

it('explain says that a command would be rehearsed, and runs nothing', async () => {
  const test = await open({ 'make.sh': 'touch ran' });
  const told = await test.gate.explain({ name: 'bash', args: { command: unseen() } });
  expect(told).toMatchObject({ verdict: 'ask', rehearsed: true });
  expect(test.exists('ran')).toBe(false);
});

it('code that calls tools is asked about before it runs, since its calls would really be made', async () => {
  const { gate } = await open({ 'a.txt': 'a\n' });
  const explain = (code: string) => gate.explain({ name: 'run_code', args: { language: 'python', code } });
  const starts = "import subprocess\nsubprocess.run(['sh', 'make.sh'])\n";
  expect(await explain(starts)).toMatchObject({ verdict: 'ask', rehearsed: true });
  const calls = await explain(`${starts}tools.write_file(path='b.txt', content='b')\n`);
  expect(calls).toMatchObject({ verdict: 'ask' });
  expect(calls).not.toHaveProperty('rehearsed');
});

it('the loopback of a command is its own, so that nobody is asked about it', async () => {
  const test = await open({});
  const command = 'python3 -c "import time" ; curl -s --max-time 2 http://localhost:59999/ ; echo ended';
  const ran = await bash(test, command);
  expect([ran.ok, test.asked.length]).toEqual([true, 0]);
  const alone = await bash(test, 'curl -s --max-time 2 http://127.0.0.1:59999/');
  expect(alone.output).toContain('nothing else of this machine listens on it');
});

it('a rehearsal that tries to reach a host that the policy allows comes to nothing: the command is asked about as it is', async () => {
  const network = { allow: ['allowed.example'] };
  const script = 'curl -sf --max-time 2 http://allowed.example/ || echo failed >> tries';
  const test = await open({ 'make.sh': script }, ['allow_once'], { policy: { extends: 'privileged', network } });
  const ran = await bash(test, unseen());
  expect([ran.ok, test.asked.length, test.asked[0]?.rehearsed]).toEqual([true, 1, undefined]);
  expect(test.read('tries')).toBe('failed\n');
});

it.each([
  ['rm -r ./*', 'it deletes all of the workspace'],
  ['rm ./*.*', 'it deletes 2 files and folders'],
])('a rehearsed command that deletes much is asked about: %s', async (script, reason) => {
  const test = await open({ 'a.txt': 'a\n', 'src/b.txt': 'b\n', 'make.sh': script }, ['reject_once']);
  await bash(test, unseen());
  expect(test.asked[0]?.reason).toContain(reason);
  expect([test.read('a.txt'), test.read('src/b.txt')]).toEqual(['a\n', 'b\n']);
});

it('code is rehearsed like a command', async () => {
  const test = await open({ 'make.sh': 'echo new > b.txt' });
  const code = 'import subprocess\nsubprocess.run(["sh", "make.sh"])';
  const ran = await test.run('run_code', { language: 'python', code });
  expect([ran.ok, test.asked.length, test.read('b.txt')]).toEqual([true, 0, 'new\n']);
});

it('what a rehearsed command changes is kept in a plan where changes are planned', async () => {
  const test = await open({ 'a.txt': 'a\n', 'make.sh': 'echo b > a.txt' }, [], { mode: 'plan' });
  const ran = await bash(test, unseen());
  expect([ran.ok, test.asked.length, test.read('a.txt')]).toEqual([true, 0, 'a\n']);
  expect((await test.gate.plan.show()).diff).toContain('+b');
});

it('what a rehearsed command wrote is taken back by one undo', async () => {
  const test = await open({ 'a.txt': 'a\n', 'make.sh': 'echo b > a.txt' });
  await bash(test, unseen());
  await test.run('undo_turn', {});
  expect(test.read('a.txt')).toBe('a\n');
});

it('an agent below asks through the gate, and its rehearsal counts as its own call', async () => {
  const asked: ApprovalRequest[] = [];
  const agents = await openAgents(
    {
      maker: {
        packs: ['shell'],
        script: [{ calls: [{ name: 'bash', args: { command: unseen() } }] }, { text: 'done' }],
      },
    },
    {
      files: { 'a.txt': 'a\n', 'make.sh': HOOK },
      approver: request => {
        asked.push(request);
        return 'allow_once';
      },
    },
  );
  await agents.start('maker');
  expect(asked.map(({ rehearsed }) => rehearsed?.hosts)).toEqual([[]]);
  expect(agents.read('a.txt')).toBe('b\n');
});

it.each([
  ['exec 3<>/dev/tcp/192.0.2.1/80; true', 'it tried to reach an address past the proxy'],
  ['rm -rf .git/refs/heads; true', 'it deletes parts of a repository'],
  ['git config core.hooksPath /tmp; true', '.git/config: what is written there runs later by itself'],
  ['mkdir -p node_modules/a; echo x > node_modules/a/x', 'outside of undo: node_modules'],
])('a rehearsed command is asked about for what it did: %s', async (script, reason) => {
  const locked = { 'package-lock.json': '{"packages":{"node_modules/a":{}}}', 'node_modules/a/package.json': '{}' };
  const test = await open({ ...locked, 'make.sh': script }, ['reject_once']);
  execFileSync('git', ['init', '-q', test.root]);
  await bash(test, unseen().replace('"sh"', '"bash"'));
  expect(test.asked[0]?.reason).toContain(reason);
});

it('a rehearsed command finds what package managers have kept, and keeps nothing there itself', async () => {
  const script = 'cat ~/.cache/kept; cat ~/.cache/more; echo more > ~/.cache/more; echo other > ~/.cache/kept';
  const test = await open({ 'make.sh': script }, ['allow_once']);
  await bash(test, 'echo before > ~/.cache/kept');
  test.asked.length = 0;
  for (const _ of [1, 2]) {
    const ran = await bash(test, unseen());
    expect([ran.ok, test.asked.length]).toEqual([true, 0]);
    expect(ran.output).toMatch(/^before\n/);
    expect(ran.output).not.toMatch(/^(?:more|other)$/m);
  }
});
