import { expect, it } from 'vitest';
import { openGate } from '../../../test/support/worlds/open-gate.ts';
import { ToolError, type Toolgate } from '../../index.ts';
import { findRecorded } from './recorded.ts';

type Row = Parameters<Toolgate['store']['calls']['save']>[0];

const failure = (code: 'ABORTED' | 'OUTCOME_UNKNOWN' | 'EDIT_NOT_FOUND' | 'TIMEOUT', retryable = false) => {
  const { type, message } = new ToolError(code, 'it did not work');
  return { code, type, message, retryable };
};

const ROW: Row = {
  id: '01900000-0000-7000-8000-000000000001',
  label: 'c1',
  sessionID: 'thread-1',
  turn: 1,
  agent: 'main',
  processID: 'another',
  tool: 'write_file',
  args: {},
  status: 'settled',
  effects: [{ kind: 'write', resource: '/a.txt' }],
  danger: 'moderate',
  repeatable: false,
  preparedAt: 1_000,
  startedAt: 1_001,
  settledAt: 1_002,
  ok: true,
};

const ended = (more: Partial<Row>): Row => ({ ...ROW, ...more });
const not = (error: ReturnType<typeof failure>, more: Partial<Row> = {}) => ended({ ok: false, error, ...more });

it.each<[what: string, row: Row, code: string | undefined]>([
  ['was done', ROW, 'done'],
  ['was done by someone else', ended({ label: 'c2' }), undefined],
  ['was done earlier', ended({ preparedAt: 900 }), undefined],
  ['only read', ended({ effects: [{ kind: 'read', resource: '/a.txt' }] }), undefined],
  ['failed', not(failure('EDIT_NOT_FOUND')), 'EDIT_NOT_FOUND'],
  ['may have happened', not(failure('OUTCOME_UNKNOWN')), 'OUTCOME_UNKNOWN'],
  ['the model may try again', not(failure('TIMEOUT', true)), 'TIMEOUT'],
  ['was found dead, and nothing of it kept', not(failure('ABORTED', true)), undefined],
  ['was aborted in the middle', not(failure('ABORTED')), 'ABORTED'],
  ['was aborted, and may be repeated', not(failure('ABORTED'), { repeatable: true }), undefined],
  ['was aborted before it began', { ...not(failure('ABORTED')), startedAt: undefined } as unknown as Row, undefined],
  ['has no end yet', ended({ status: 'started' }), 'OUTCOME_UNKNOWN'],
])('a call that %s', async (_, row, code) => {
  const { gate } = await openGate();
  await gate.store.calls.save(row);
  const outcome = await findRecorded(gate, { sessionID: 'thread-1', id: 'c1', at: 1_000 });
  expect(outcome && (outcome.ok ? 'done' : outcome.error.code)).toBe(code);
});
