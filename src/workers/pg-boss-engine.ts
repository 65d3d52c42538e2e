import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { isAway } from '../store/postgres/errors.ts';
import { optionalPackage } from '../tool/loading/optional-package.ts';
import type { QueueEngine, QueueJob } from './engine.ts';

interface PgBossOptions {
  readonly url: string;
  /** The queue's name, one for each workspace: only workers on it serve it. */
  readonly queue: string;
  readonly onProblem: (message: string) => void;
}

const SCHEMA = 'toolgate_jobs';
/** Seconds without a sign of life until a job is given to another worker; the engine takes no less. */
const HEARTBEAT = 10;
/** Seconds between two looks for such jobs. */
const SUPERVISE = 5;
/** Seconds until a job is handed on: a run that waits for a person may take days, and then goes on elsewhere. */
const LONGEST = 24 * 3600 - 1;
/** The most retries of a job: the run decides whether it is tried again, not its job. */
const RETRIES = 1_000_000;
const KEPT = 3600;
/** Milliseconds for which the database may be away when a process starts. */
const PATIENCE = 60_000;
const PAUSE = 300;

export async function openPgBoss({ url, queue, onProblem }: PgBossOptions): Promise<QueueEngine> {
  const boss = await startPatiently(url, queue, onProblem);
  return {
    async send(jobs) {
      const rows = jobs.map(({ id, runID, first }) => ({ id, data: { runID }, priority: first ? 1 : 0 }));
      if (rows.length > 0) await boss.insert(queue, rows);
    },
    async fetch(most) {
      const jobs = await boss.fetch<{ runID: string }>(queue, { batchSize: most });
      return jobs.map(({ id, retryCount, data }) => ({ id, attempt: retryCount, runID: data.runID }));
    },
    async touch(jobs) {
      if (jobs.length === 0) return [];
      const { settled } = (await boss.touch(queue, jobs.map(toAttempt))) as { settled?: readonly string[] };
      const held = settled && new Set(settled);
      return held ? jobs.filter(({ id }) => !held.has(id)) : [];
    },
    async complete(jobs) {
      if (jobs.length > 0) await boss.complete(queue, jobs.map(toAttempt));
    },
    async gone(ids) {
      const sql = `select id from ${SCHEMA}.job where name = $1 and id = any($2) and state < 'completed'`;
      const { rows } = await boss.getDb().executeSql(sql, [queue, ids]);
      const there = new Set(rows.map(row => row.id));
      return ids.filter(id => !there.has(id));
    },
    close: () => boss.stop({ graceful: false, close: true }),
  };
}

/** Starts the queue. A database that is being restarted is waited for, as the store does. */
async function startPatiently(url: string, queue: string, onProblem: (message: string) => void): Promise<PgBoss> {
  for (const until = performance.now() + PATIENCE; ; await sleep(PAUSE * (0.5 + Math.random()))) {
    const boss = await create(url, onProblem);
    try {
      await boss.start();
      await boss.createQueue(queue, {
        heartbeatSeconds: HEARTBEAT,
        expireInSeconds: LONGEST,
        retryLimit: RETRIES,
        retryDelay: 0,
        deleteAfterSeconds: KEPT,
        retentionSeconds: 30 * 24 * 3600,
      });
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false, close: true }).catch(() => {});
      if (!isAway(error) || performance.now() > until) throw error;
    }
  }
}

async function create(url: string, onProblem: (message: string) => void): Promise<PgBoss> {
  const { PgBoss } = await load();
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    application_name: 'toolgate-jobs',
    max: 3,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE,
    monitorIntervalSeconds: SUPERVISE,
  });
  // The queue's own loops go on by themselves once the database is back.
  boss.on('error', error => onProblem(`jobs: ${error instanceof Error ? error.message : error}`));
  return boss;
}

const load = () =>
  optionalPackage<typeof import('pg-boss')>('pg-boss', { by: 'A worker', since: '12.38.0', install: 'pg-boss pg' });

const toAttempt = ({ id, attempt }: QueueJob) => ({ id, retryCount: attempt });
