import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ApprovalReply } from '../../src/approval/request.ts';
import type { ApprovalRequest, ToolgateOptions } from '../../src/index.ts';
import { eventually, openSleep } from '../support/sandbox/open-sleep.ts';
import { some } from '../support/suite.ts';
import { openGate, type TestGate } from '../support/worlds/open-gate.ts';

const HOOK = 'mkdir -p .husky; echo said; echo evil > .husky/pre-commit; echo b > a.txt';
const asksAboutGuarded = { effect: 'write', match: 'guarded/**', verdict: 'ask', reason: 'guarded' } as const;

/** A gate whose person answers with these, one after another, and what they were asked. */
async function open(
  files: Record<string, string>,
  answers: readonly ApprovalReply[],
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

const bash = (test: Pick<TestGate, 'run'>, command: string, more: object = {}) =>
  test.run('bash', { command, ...more });

describe('what a command wrote and nobody had been told of', () => {
  it('what a command wrote and nobody had been told of is asked about with its diff and its real effects before it is written', async () => {
    const test = await open({ 'a.txt': 'a\n', 'make.sh': HOOK }, ['allow_once']);
    const ran = await bash(test, 'sh make.sh');
    expect(ran.ok).toBe(true);
    expect(test.asked).toHaveLength(1);
    const [{ reason, diff, effects, suggestions }] = test.asked as [ApprovalRequest];
    expect(reason).toMatch(/^it has run, and its changes wait to be written: \.husky.*runs later by itself/);
    expect(diff).toContain('+++ b/.husky/pre-commit\n@@ -0,0 +1 @@\n+evil');
    expect(diff).toContain('-a\n+b');
    expect(effects).toContainEqual({ kind: 'write', resource: join(test.root, '.husky/pre-commit') });
    // No rule lets this pass unasked, so none is offered.
    expect(suggestions.filter(({ verdict }) => verdict === 'allow')).toEqual([]);
    expect(test.read('.husky/pre-commit')).toBe('evil\n');
  });

  it('what a command wrote and nobody had been told of is not written after a no, and what the command printed is not lost', async () => {
    const test = await open({ 'a.txt': 'a\n', 'make.sh': HOOK }, ['reject_once']);
    const ran = await bash(test, 'sh make.sh');
    expect(ran.error).toMatchObject({
      code: 'APPROVAL_DENIED',
      details: { output: expect.stringContaining('said\n') },
    });
    expect(ran.output).toContain('nothing of it was written. It printed:\nsaid\n');
    expect([test.read('a.txt'), test.exists('.husky')]).toEqual(['a\n', false]);
  });

  it('what a command wrote is refused with no one to ask; a yes then is for this very diff', async () => {
    const alone: Partial<ToolgateOptions> = { approver: undefined };
    const test = await open({ 'a.txt': 'a\n', 'make.sh': HOOK }, [], alone);
    const first = await bash(test, 'sh make.sh');
    expect(first.output).not.toMatch(/toolgate|allow_once|--yes/);
    const id = String(first.error?.details?.approvalID);
    expect((await test.gate.approvals.answer(id, 'allow_once', 'me')).granted).toBe(true);
    const other = HOOK.replace('evil', 'worse');
    test.write('make.sh', other);
    expect((await bash(test, 'sh make.sh')).error?.code).toBe('APPROVAL_DENIED');
    expect(test.exists('.husky')).toBe(false);
    test.write('make.sh', HOOK);
    const later = await test.again();
    expect((await bash(later, 'sh make.sh')).ok).toBe(true);
    expect(test.read('.husky/pre-commit')).toBe('evil\n');
  });

  it('what a command wrote and nobody had been told of is asked about also where the same rule had asked about something else', async () => {
    const files = { 'guarded/a': 'a\n', 'make.sh': 'echo b > guarded/b\n' };
    const policy = { extends: 'privileged', rules: [asksAboutGuarded] } as const;
    const test = await open(files, ['allow_once', 'reject_once'], { policy });
    const ran = await bash(test, 'echo x > guarded/a; sh make.sh');
    expect(ran.error?.code).toBe('APPROVAL_DENIED');
    expect(test.asked.map(({ reason }) => /guarded\/\w/.exec(reason)?.[0])).toEqual(['guarded/a', 'guarded/b']);
    expect([test.read('guarded/a'), test.exists('guarded/b')]).toEqual(['a\n', false]);
  });

  it('what a command wrote and nobody had been told of is not asked about twice where a folder was granted as a whole', async () => {
    const policy = { extends: 'privileged', rules: [{ ...asksAboutGuarded, effect: 'delete' }] } as const;
    const test = await open({ 'guarded/a': 'a\n', 'guarded/b': 'b\n' }, ['allow_once'], { policy });
    expect((await bash(test, 'rm -r guarded')).ok).toBe(true);
    expect([test.asked.length, test.exists('guarded')]).toEqual([1, false]);
  });

  it('what a command wrote and nobody had been told of is not written with other arguments than it ran with', async () => {
    const changed = { answer: 'allow_once', modifiedArgs: { command: 'echo other' } } as const;
    const test = await open({ 'a.txt': 'a\n', 'make.sh': HOOK }, [changed]);
    const ran = await bash(test, 'sh make.sh');
    expect(ran.error).toMatchObject({ code: 'APPROVAL_DENIED', suggestion: expect.stringContaining('echo other') });
    expect(test.exists('.husky')).toBe(false);
  });
});

describe('a write to a denied path drops the whole set', () => {
  it.each(
    some([
      'echo z > locked/f',
      'ln -s locked L; echo z > L/f',
      'ln locked/f hard; echo z > hard',
      'mv locked other',
      'mv above moved',
      'rm -rf above',
      'chmod 777 locked/f',
      'chmod 777 locked',
      'mkdir new; mv new locked/new',
      'rm locked/f; ln -s ../a.txt locked/f',
      'rm -r locked; echo x > locked',
      'mkdir LOCKED; echo x > LOCKED/f',
    ]),
  )('the whole set is dropped where %s writes to a denied path', async script => {
    const match = '**/locked/**';
    const rules = (['write', 'delete'] as const).map(effect => ({ effect, match, verdict: 'deny' as const }));
    const files = { 'locked/f': 'f\n', 'above/locked/g': 'g\n', 'a.txt': 'a\n', 'run.sh': `${script}; echo b > a.txt` };
    const test = await open(files, [], { policy: { extends: 'privileged', rules }, approver: () => 'allow_once' });
    const before = readdirSync(test.root, { recursive: true }).sort();
    const ran = await bash(test, 'sh run.sh');
    expect(ran.error?.code).toBe('POLICY_DENIED');
    expect([test.read('locked/f'), test.read('a.txt')]).toEqual(['f\n', 'a\n']);
    expect(readdirSync(test.root, { recursive: true }).sort()).toEqual(before);
  });
});

describe('several commands of one turn', () => {
  const dangerous = (name: string) => ({
    name: 'bash',
    args: { command: `rm -rf /none-such-${name}; echo ${name} > ${name}` },
  });

  it('several commands of one turn ask at once, in whatever order they are answered, and run in theirs', async () => {
    const test = await openGate({}, { policy: 'privileged', waitForAnswers: true });
    const begun = new Set<string>();
    // A call that takes long also tells what it is at.
    test.gate.activity.subscribe('tool_call_update', ({ data: { title } }) => {
      const [, name] = /such-(\w)/.exec(String(title)) ?? [];
      if (name) begun.add(name);
    });
    const running = test.gate.executeAll(['a', 'b', 'c'].map(dangerous));
    const all = await eventually(async () => {
      const list = await test.gate.approvals.list();
      return list.length === 3 ? list : undefined;
    });
    const idOf = (name: string) => all.find(({ args }) => String(args.command).includes(`such-${name}`))?.id ?? '';
    await test.gate.approvals.answer(idOf('c'), 'allow_once', 'me');
    await test.gate.approvals.answer(idOf('b'), 'reject_once', 'me');
    expect(test.exists('c')).toBe(false);
    await test.gate.approvals.answer(idOf('a'), 'allow_once', 'me');
    expect((await running).map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(readdirSync(test.root).sort()).toEqual(['a', 'c']);
    expect([...begun]).toEqual(['a', 'c']);
    expect(await test.gate.approvals.list()).toEqual([]);
  });

  it('a command that means something else when its turn has come is asked about again', async () => {
    const test = await open({ 'one/f': '', 'two/f': '' }, ['allow_once', 'allow_once', 'allow_once']);
    const commands = ['cd one; rm -rf /none-such', 'rm -rf /none-such; rm f'];
    const ran = await test.gate.executeAll(commands.map(command => ({ name: 'bash', args: { command } })));
    expect(ran.map(({ ok }) => ok)).toEqual([true, true]);
    expect(test.asked).toHaveLength(3);
    expect(test.asked[2]?.effects).toContainEqual(expect.objectContaining({ resource: join(test.root, 'one/f') }));
    expect([test.exists('one/f'), test.exists('two/f')]).toEqual([false, true]);
  });
});

describe('a set that waits', () => {
  /** Runs a command and changes a file that it has written, before it ends. */
  async function meet(test: TestGate) {
    const sleep = openSleep();
    const command = `echo by the command > a.txt; echo new > b.txt; echo said; ${sleep.command}`;
    const running = test.gate.execute({ name: 'bash', args: { command } });
    await sleep.begun();
    test.write('a.txt', 'by hand\n');
    await sleep.end();
    const { error } = await running;
    expect(error).toMatchObject({ code: 'STALE_FILE', details: { output: expect.stringContaining('said\n') } });
    return String(error?.details?.pending);
  }

  it('a set that waits is written over what is there by then, by another process too, and taken back', async () => {
    const test = await open({ 'a.txt': 'old\n' }, []);
    const id = await meet(test);
    await test.gate.close();
    test.write('a.txt', 'by hand, later\n');
    const later = await test.again({ policy: 'standard' });
    await later.gate.workspace.pending.apply(id);
    expect([test.read('a.txt'), test.read('b.txt')]).toEqual(['by the command\n', 'new\n']);
    expect(await later.gate.workspace.pending.list()).toEqual([]);
    await later.run('undo_turn', {});
    expect([test.read('a.txt'), test.exists('b.txt')]).toEqual(['by hand, later\n', false]);
  });

  it('a set that waits is not written where the policy denies it by then', async () => {
    const test = await open({ 'a.txt': 'old\n' }, []);
    const id = await meet(test);
    const rules = [{ effect: 'write', match: 'b.txt', verdict: 'deny' }] as const;
    const strict = await test.again({ policy: { extends: 'privileged', rules } });
    await expect(strict.gate.workspace.pending.apply(id)).rejects.toMatchObject({ code: 'POLICY_DENIED' });
    expect([test.read('a.txt'), test.exists('b.txt')]).toEqual(['by hand\n', false]);
    expect(await strict.gate.workspace.pending.list()).toEqual([id]);
  });
});

describe('a plan with commands', () => {
  const planned: Partial<ToolgateOptions> = { mode: 'plan' };

  it('a plan with commands is one diff of what is left in the end, and says what it cannot hold', async () => {
    const outside = { ...planned, outsideUndo: ['dist/'] };
    const test = await open({ 'a.txt': 'a\n', 'dist/old': 'old\n' }, [], outside);
    const first = await bash(test, 'echo 1 > one; mkdir gone; chmod 600 a.txt; echo x > dist/new');
    expect(first.output).toContain('not planned; what it wrote there is gone: dist.');
    await bash(test, 'echo 2 >> one; rmdir gone');
    const { diff, sets } = await test.gate.plan.show();
    expect(sets).toHaveLength(2);
    expect(diff).toBe(
      'old mode 0644\nnew mode 0600\n--- a/a.txt\n+++ b/a.txt\n--- /dev/null\n+++ b/one\n@@ -0,0 +1,2 @@\n+1\n+2\n',
    );
    expect(readdirSync(test.root).sort()).toEqual(['a.txt', 'dist']);
    await test.gate.plan.drop();
    expect((await test.gate.plan.show()).diff).toBe('');
    expect((await bash(test, 'ls')).output).not.toContain('one');
  });

  it('a plan with commands is judged again when it is applied', async () => {
    const test = await open({ 'a.txt': 'a\n' }, [], planned);
    await bash(test, 'echo b > a.txt');
    await bash(test, 'echo x > locked.txt');
    await test.gate.close();
    const rules = [{ effect: 'write', match: 'locked.txt', verdict: 'deny' }] as const;
    const strict = await test.again({ mode: 'direct', policy: { extends: 'privileged', rules } });
    await expect(strict.gate.plan.apply()).rejects.toMatchObject({ code: 'POLICY_DENIED' });
    expect([test.read('a.txt'), test.exists('locked.txt')]).toEqual(['b\n', false]);
    expect((await strict.gate.plan.show()).sets).toHaveLength(1);
    const reading = await test.again({ mode: 'direct', policy: 'read-only' });
    await expect(reading.gate.plan.apply()).rejects.toMatchObject({ code: 'POLICY_DENIED' });
  });

  it('a plan with commands stops at a file that someone else has changed, and keeps the rest', async () => {
    const test = await open({ 'a.txt': 'a\n', 'b.txt': 'b\n' }, [], planned);
    await bash(test, 'echo A > a.txt');
    await bash(test, 'echo B > b.txt');
    test.write('b.txt', 'by hand\n');
    await expect(test.gate.plan.apply()).rejects.toMatchObject({ code: 'STALE_FILE' });
    expect([test.read('a.txt'), test.read('b.txt')]).toEqual(['A\n', 'by hand\n']);
    expect((await test.gate.plan.show()).diff).toContain('-by hand\n+B');
  });
});

describe('a dry run', () => {
  it('a dry run moves no session and touches no folder, outside of undo or not', async () => {
    const test = await open({ 'dist/old': 'old\n', 'sub/f': '' }, [], { outsideUndo: ['dist/'] });
    const ran = await bash(test, 'rm dist/old; echo n > dist/n; echo x > sub/x; cd sub', { dryRun: true });
    expect(ran.value).toMatchObject({ diff: expect.stringContaining('+++ b/sub/x') });
    expect([test.exists('dist/old'), test.exists('dist/n'), test.exists('sub/x')]).toEqual([true, false, false]);
    expect((await bash(test, 'basename "$PWD"')).output).toMatch(/^workspace\n/);
  });

  it('a command in the background cannot be a dry run', async () => {
    const test = await open({}, ['allow_once']);
    const ran = await bash(test, 'echo x > x', { dryRun: true, background: true });
    expect(ran.error?.code).toBe('INVALID_ARGUMENTS');
    expect([test.asked, test.exists('x')]).toEqual([[], false]);
  });
});
