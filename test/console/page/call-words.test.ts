import { describe, expect, it } from 'vitest';
import { lastOf, wordsOf } from '../../../page/live/call/describe-call.ts';
import { stageWords } from '../../../page/live/call/stage-words.ts';
import type { LiveCall } from '../../../page/live/live-call.ts';
import { endOfRun, iconOfRun, nameOf } from '../../../page/live/session-book.ts';
import type { AgentState, CallSummary } from '../../../src/console/api.ts';
import type { Failure } from '../../../src/tool/error.ts';

const call = (more: Partial<LiveCall>): LiveCall => ({
  id: 'c',
  tool: 'bash',
  args: {},
  agent: 'a',
  sessionID: 's',
  state: 'ok',
  startedAt: 1,
  output: '',
  seq: 0,
  ...more,
});

const DENIED: Failure = {
  code: 'POLICY_DENIED',
  type: 'permission_error',
  message: 'read_file(path=".env"): The rule "secrets" forbids it',
  retryable: false,
};

describe('the line of a call', () => {
  it('the line of a call says why it was refused in words, without the code and the call that stands beside it', () => {
    expect(lastOf(call({ state: 'denied', error: DENIED }))).toBe('The rule "secrets" forbids it');
  });

  it('the line of a call leaves out the name of the tool that stands beside it', () => {
    const error: Failure = { ...DENIED, code: 'APPROVAL_DENIED', message: 'bash was not approved: not now' };
    expect(lastOf(call({ state: 'denied', error }))).toBe('not approved: not now');
  });

  it('the line of a call says of a failure which kind it is', () => {
    const error: Failure = { ...DENIED, code: 'OUTCOME_UNKNOWN', message: 'bash(command="x"): Nobody knows' };
    expect(lastOf(call({ state: 'failed', error }))).toBe('OUTCOME_UNKNOWN: Nobody knows');
  });

  it('the line of a call leaves out what was said to the model alone, and what the title says', () => {
    const told = (title: string, ...preview: string[]) => lastOf(call({ title, preview }));
    expect(told('seq', '[262,492 bytes of output in the middle are not kept; send long output to a file.]')).toBe('');
    expect(told('exit 3', '[Exit code 3 after 0.0 s.]')).toBe('');
    expect(told('Took back 1 change', 'Took back 1 change: src/a.ts')).toBe('');
    expect(told('ls', 'one', 'two')).toBe('one · two');
  });

  it('the line of a call is no identifier', () => {
    const args = { change: '01a1ef22-465b-77e1-9aaa-70c5aeab9ffe', path: 'src/price.ts' };
    expect(wordsOf(call({ args }))).toBe('src/price.ts');
    expect(wordsOf(call({ args: { change: args.change } }))).toBe('');
  });
});

it('whoever gave no name is someone at the console, in lists of runs too', () => {
  expect(nameOf({ agent: 'console' })).toBe('Someone at the console');
  expect(nameOf({ agent: 'Sam' })).toBe('Sam');
});

it('a stage says once why it refused: how the call failed stands above the stages', () => {
  const refused = { tool: 'read_file', error: DENIED } as CallSummary;
  const failure = `${DENIED.code}: ${DENIED.message}`;
  expect(stageWords({ stage: 'decide', says: ['deny: The rule', failure] }, refused)).toEqual(['deny: The rule']);
  expect(stageWords({ stage: 'attempt', says: [failure] }, refused)).toEqual([failure]);
});

it('a run that was stopped is neither well nor failed, and no code is read to people', () => {
  const run: AgentState = {
    id: 'r',
    agent: 'main',
    type: 'coder',
    depth: 0,
    startedAt: 1,
    endedAt: 2,
    calls: 0,
    failed: 0,
    tokens: 0,
    outcome: 'ABORTED',
  };
  expect([endOfRun(run), iconOfRun(run)]).toEqual(['stopped', 'exit']);
  expect(iconOfRun({ ...run, outcome: 'MODEL_ERROR' })).toBe('failed');
});
