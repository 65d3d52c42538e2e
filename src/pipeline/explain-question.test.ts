import { describe, expect, it } from 'vitest';
import { openGate } from '../../test/support/worlds/open-gate.ts';

const overwrite = { name: 'write_file', args: { path: 'a.txt', content: 'new\n' } };

describe('explain with the question', () => {
  it('explain with the question gives what the approver would be asked, and leaves nothing behind', async () => {
    const asked: unknown[] = [];
    const { gate, read } = await openGate(
      { 'a.txt': 'old\n' },
      {
        approver: request => {
          asked.push(request);
          return 'reject_once';
        },
      },
    );
    const explained = await gate.explain(overwrite, { question: true });
    expect(explained).toMatchObject({ verdict: 'ask', question: { diff: expect.stringContaining('-old') } });
    expect(asked).toEqual([]);
    expect(read('a.txt')).toBe('old\n');
    expect(await gate.store.calls.list({})).toEqual([]);
    expect(await gate.approvals.list()).toEqual([]);
    await gate.execute(overwrite);
    const { stepId: _, ...question } = (explained as { question: { stepId: string } }).question;
    expect(asked).toMatchObject([question]);
  });

  it.each([
    ['not asked for', overwrite, {}],
    ['allowed', { name: 'read_file', args: { path: 'a.txt' } }, { question: true }],
    ['going to fail', { name: 'delete_file', args: { path: 'none.txt' } }, { question: true }],
  ])('explain has no question where the call is %s', async (_, call, options) => {
    const { gate } = await openGate({ 'a.txt': 'old\n' });
    expect(await gate.explain(call, options)).not.toHaveProperty('question');
  });
});

describe('a call that was refused elsewhere', () => {
  it.each([
    ['would be asked for', 'a.txt'],
    ['would be allowed', 'new.txt'],
  ])('a call that was refused elsewhere runs in no case, though it %s', async (_, path) => {
    const { gate, read } = await openGate({ 'a.txt': 'old\n' }, { approver: () => 'allow_once' });
    const call = { ...overwrite, args: { ...overwrite.args, path } };
    const outcome = await gate.execute(call, { refused: { message: 'leave it' } });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
    expect(outcome.output).toContain('leave it');
    expect(read('a.txt')).toBe('old\n');
    expect(await gate.journal.list()).toEqual([]);
    expect(await gate.store.calls.list({})).toMatchObject([{ status: 'settled', ok: false }]);
  });
});
