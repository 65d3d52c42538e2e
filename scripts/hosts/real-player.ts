import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHost, type TrialEnd } from '../../src/hosts/trial/run-host.ts';
import type { TurnPlayer } from '../../test/hosts/host-world.ts';
import { type RecordedExchange, toRecorded } from '../../test/hosts/recording.ts';

/** Milliseconds; a host may be slow with a home that is new to it. */
const LONGEST = 300_000;

/** A run that the host has ended itself, with a call in it; throws with what it has said of any other. */
export function requireTurn(ended: TrialEnd): TrialEnd {
  const { results, asked, code, stopped, said } = ended;
  if (stopped === undefined && results.length > 0) return ended;
  const what = stopped ?? `made no call (${code})`;
  throw new Error(
    `The host ${what}. Its model was asked ${asked} times and told of ${results.length} calls. It said: ${said}`,
  );
}

/** Plays turns with the real host; `recorded` hears the exchanges of each. */
export const realPlayer =
  (program: string, recorded?: (turn: number, exchanges: readonly RecordedExchange[]) => void): TurnPlayer =>
  async (world, { steps, others, meanwhile }, number) => {
    const { host, home, project, own } = world;
    const log = join(world.folder, `exchanges-${number}.jsonl`);
    const run = runHost({
      trial: host.trial!,
      program,
      home,
      project,
      script: { steps, ...(others ? { others } : {}) },
      env: { ...own, TOOLGATE_RECORD: log },
      time: LONGEST,
      onStart: pid => {
        world.hostPid = pid;
      },
    });
    // Nothing may go on when this has failed: the folders are removed then.
    const [ended, other] = await Promise.allSettled([run, meanwhile?.()]);
    if (ended.status === 'rejected') throw ended.reason;
    const { results, said } = requireTurn(ended.value);
    if (other.status === 'rejected') throw new Error(`${other.reason}; the host said: ${said}`);
    if (recorded && existsSync(log)) {
      const lines = readFileSync(log, 'utf8').trim().split('\n');
      recorded(
        number,
        toRecorded(
          lines.map(line => JSON.parse(line) as RecordedExchange),
          world,
        ),
      );
    }
    return results.map(({ output }) => output);
  };
