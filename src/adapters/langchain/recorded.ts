import type { Outcome, Toolgate } from '../../index.ts';
import { readSaidText, recordOf } from '../read-said.ts';

type Row = Awaited<ReturnType<Toolgate['store']['calls']['list']>>[number];

/** The most rows that are looked through. */
const MOST = 1000;

/**
 * The outcome of a call that another process gave to the gate at that time or later, by the gate's own record; undefined
 * where it may be run: nothing of it happened, or it only reads. The record holds the text for the model, shortened and
 * with secrets masked, and neither value nor attachments.
 */
export async function findRecorded(
  gate: Toolgate,
  { sessionID, id, at }: { sessionID: string; id: string; at: number },
): Promise<Outcome | undefined> {
  const rows = await gate.store.calls.list({ sessionID, limit: MOST });
  const row = rows.find(({ label, preparedAt }) => label === id && preparedAt >= at);
  if (!row || isRead(row) || mayRun(row)) return undefined;
  if (row.status !== 'settled') return failed(row, UNDER_WAY);
  return row.ok ? done(gate, row) : failed(row, row.error ?? UNDER_WAY);
}

/** Whether a call may run again: it was aborted, and left nothing behind or does no more when it runs twice. */
function mayRun({ status, error, repeatable, startedAt }: Row): boolean {
  if (status !== 'settled' || error?.code !== 'ABORTED') return false;
  return error.retryable || repeatable || startedAt === undefined;
}

const isRead = ({ effects }: Row): boolean => effects !== 'everything' && effects.every(({ kind }) => kind === 'read');

const UNDER_WAY: NonNullable<Row['error']> = {
  code: 'OUTCOME_UNKNOWN',
  type: 'system_error',
  message: 'Another process was given this call, and has not said what became of it',
  suggestion: 'Look at what is there before trying again. It is never run again by itself.',
  retryable: false,
};

async function done({ store }: Toolgate, row: Row): Promise<Outcome> {
  const [end] = await store.events.since(0, { callID: row.id, type: 'tool_call_end', limit: 1 });
  const { title, output, metadata } = recordOf(end?.data.result);
  return {
    ...shared(row),
    ok: true,
    title: readSaidText(title) || row.tool,
    output: [readSaidText(output), DONE_BEFORE].filter(Boolean).join('\n\n'),
    metadata: { ...recordOf(metadata), recorded: true },
    error: undefined,
  };
}

const DONE_BEFORE = '[Done before the process was started anew, and not done again; this is what is on record]';

const failed = (row: Row, error: NonNullable<Row['error']>): Outcome => ({
  ...shared(row),
  ok: false,
  title: `${row.tool}: ${error.code}`,
  output: [`${error.code}: ${error.message}`, error.suggestion].filter(Boolean).join('\n'),
  metadata: { recorded: true },
  error,
});

const shared = ({ id, label, tool }: Row) =>
  ({ callID: id, id: label, tool, value: undefined, attachments: [] }) satisfies Partial<Outcome>;
