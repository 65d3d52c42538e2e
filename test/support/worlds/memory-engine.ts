import type { QueueEngine, QueueJob } from '../../../src/workers/engine.ts';

/** A queue within one process, for tests: it hands each job to the first who asks. */
export function memoryEngine(): QueueEngine {
  const waiting = new Map<string, QueueJob>();
  const given = new Map<string, QueueJob>();
  return {
    async send(jobs) {
      for (const job of jobs) if (!given.has(job.id)) waiting.set(job.id, { ...job, attempt: 0 });
    },
    async fetch(most) {
      const jobs = [...waiting.values()].slice(0, most);
      for (const job of jobs) {
        waiting.delete(job.id);
        given.set(job.id, job);
      }
      return jobs;
    },
    touch: async jobs => jobs.filter(({ id }) => !given.has(id)),
    async complete(jobs) {
      for (const { id } of jobs) given.delete(id);
    },
    gone: async ids => ids.filter(id => !waiting.has(id) && !given.has(id)),
    close: async () => {},
  };
}
