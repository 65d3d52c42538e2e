import { expect, it } from 'vitest';
import { callLines } from './call-lines.ts';

it('a call that failed is told once: what was called, then why', () => {
  const error = { code: 'ABORTED', message: 'bash(command="sleep (9)"): The call was stopped while it ran' };
  const call = {
    tool: 'bash',
    agent: 'main',
    ok: false,
    about: 'bash: sleep (9)',
    error,
    times: { ran: 20, waited: 0 },
  };
  const [line] = callLines(call, (_, text) => text);
  expect(line?.text).toBe('bash sleep (9)  ABORTED: The call was stopped while it ran  20 ms');
  const denied = { code: 'POLICY_DENIED', message: 'read_file(path=".env"): no' };
  const read = { ...call, tool: 'read_file', about: 'read_file(path=".env")', error: denied };
  expect(callLines(read, (_, text) => text)[0]?.text).toBe('read_file path=".env"  POLICY_DENIED: no  20 ms');
});

it('a call whose changes are planned says that nothing is written', () => {
  const call = {
    tool: 'write_file',
    agent: 'main',
    ok: true,
    title: 'Created a.txt',
    times: { ran: 20, waited: 0 },
    planned: true,
  };
  expect(callLines(call, (_, text) => text)[0]?.tail).toBe('planned, not written  20 ms');
});

it('an undo that met later work is no failed call', () => {
  const lead = (code: string) => {
    const call = { tool: 'undo_turn', agent: 'main', ok: false, error: { code, message: 'x' } };
    return callLines(call, (style, text) => `${style} ${text}`)[0]?.lead;
  };
  expect(lead('UNDO_CONFLICT')).toBe('yellow ! ');
  expect(lead('STALE_FILE')).toBe('red ✗ ');
});

it('a diff that was cut says so, and shows no half of a line', () => {
  const whole = '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n-one\n+two\n the third line is long';
  const call = { tool: 'edit_file', agent: 'main', ok: true, title: 'Edited a.ts' };
  const shown = (diff: string) =>
    callLines({ ...call, diffs: [diff] }, (_, text) => text).map(({ lead, text }) => `${lead}${text}`.trim());
  expect(shown(whole).slice(1)).toEqual(['1 - one', '1 + two', '2   the third line is long']);
  expect(shown(`${whole.slice(0, -10)}… (565 characters)`).slice(1)).toEqual(['1 - one', '1 + two', '… more lines']);
});
