// The least that a call on a worker has to write: pg-boss's job, the run with its fence, the call and its two events, with
// numbers that all share. Statements of many rows, and nothing else: no tool, no policy, no record of anything read.

import pg from 'pg';
import { newId } from '../src/tool/id.ts';
import { openPgBoss } from '../src/workers/pg-boss-engine.ts';

export const ROWS_QUEUE = 'rows';
const AT_ONCE = 100;

export interface RowsPlace {
  readonly url: string;
  /** Where Toolgate has its tables, with their indexes. */
  readonly schema: string;
}

async function openRows({ url, schema }: RowsPlace): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, pipeline: true });
  await client.connect();
  await client.query(`set search_path to ${schema}`);
  return client;
}

const statement = (name: string, text: string, values: unknown[]) => ({ name, text, values });
const SPEC = JSON.stringify({
  agent: 'main',
  depth: 0,
  role: 'orchestrator',
  sessionID: 'session',
  policy: ['version'],
});
const OUTCOME = JSON.stringify({ ok: true, output: '1', metadata: { duration: 1, attempts: 1, tool: 'trivial' } });

/** Gives runs and jobs to the workers, and waits until all are done. */
export async function openRowsSender(place: RowsPlace) {
  const client = await openRows(place);
  const engine = await openPgBoss({ url: place.url, queue: ROWS_QUEUE, onProblem: console.error });
  return {
    async send(count: number): Promise<void> {
      const jobs = Array.from({ length: count }, () => ({ id: newId(), runID: newId() }));
      await client.query(
        statement(
          'add',
          `insert into run (id, root_id, kind, status, epoch, job_id, spec, created_at, changed_at)
             select id, id, 'call', 'queued', 0, job, $3, $4, $4 from unnest($1::text[], $2::text[]) as each (id, job)`,
          [jobs.map(job => job.runID), jobs.map(job => job.id), SPEC, Date.now()],
        ),
      );
      await engine.send(jobs);
    },
    async isDone(): Promise<boolean> {
      const { rows } = await client.query(`select 1 from run where status in ('queued', 'running') limit 1`);
      return rows.length === 0;
    },
    async close(): Promise<void> {
      await engine.close();
      await client.end();
    },
  };
}

export async function serveRows(place: RowsPlace): Promise<void> {
  const client = await openRows(place);
  const engine = await openPgBoss({ url: place.url, queue: ROWS_QUEUE, onProblem: console.error });
  process.send!('ready');
  for (let completing: Promise<void> | undefined; ; ) {
    const jobs = await engine.fetch(AT_ONCE);
    if (jobs.length === 0) {
      await new Promise(resolve => setTimeout(resolve, 250 * Math.random()));
      continue;
    }
    const ids = jobs.map(job => job.runID);
    await client.query(
      statement(
        'claim',
        `update run set status = 'running', epoch = epoch + 1, process_id = 'p', changed_at = $2
           where id = any($1) and status in ('queued', 'running') returning id, epoch, spec`,
        [ids, Date.now()],
      ),
    );
    await writeEnds(client, ids);
    await completing;
    completing = engine.complete(jobs);
  }
}

/** Calls, events and ends in one transaction; nobody waits for a number while this process is not heard. */
async function writeEnds(client: pg.Client, ids: readonly string[]): Promise<void> {
  const now = Date.now();
  const call = statement(
    'call',
    `insert into call (id, session_id, turn, agent, process_id, tool, args, status, effects, danger, verdict, reasons,
         repeatable, prepared_at, started_at, settled_at, ok, outcome, attempts, bytes, tokens)
       select id, 'session', 1, 'main', 'p', 'trivial', '{"number":1,"sentAt":1}', 'settled', '[]', 'safe', 'allow', '[]',
         1, $2, $2, $2, 1, 'ok', 1, 1, 1 from unnest($1::text[]) as each (id)`,
    [ids, now],
  );
  const event = statement(
    'event',
    `with counted as (update counter set value = value + 2 * $3 where name = 'event' returning value)
       insert into event (seq, type, at, session_id, agent, call_id, data)
       select value - 2 * $3 + row_number() over (), type, $2, 'session', 'main', id, '{"toolName":"trivial","ok":true}'
       from counted, unnest($1::text[]) as each (id), (values ('tool_call_start'), ('tool_call_end')) as two (type)`,
    [ids, now, ids.length],
  );
  const end = statement(
    'end',
    `update run set status = 'done', result = $2, changed_at = $3 where id = any($1) and status = 'running'`,
    [ids, OUTCOME, now],
  );
  const parts = ['begin', call, end, event, 'commit'].map(part => client.query(part as string));
  await Promise.all(parts);
}
