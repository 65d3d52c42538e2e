import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runHost } from '../../src/hosts/trial/run-host.ts';
import type { TurnPlayer } from '../../test/hosts/host-world.ts';
import { type RecordedExchange, toRecorded } from '../../test/hosts/recording.ts';

/** Milliseconds; a host may be slow with a home that is new to it. */
const LONGEST = 300_000;

/** Plays turns with the real host; `recorded` hears the exchanges of each. */
export const realPlayer =
  (program: string, recorded?: (turn: number, exchanges: readonly RecordedExchange[]) => void): TurnPlayer =>
  async (world, { steps, others, meanwhile }, number) => {
    const { host, home, project, own } = world;
    const log = join(world.folder, `exchanges-${number}.jsonl`);
    const run = runHost({
      ...{ trial: host.trial!, program, home, project },
      script: { steps, ...(others ? { others } : {}) },
      env: { ...own, TOOLGATE_RECORD: log },
      time: LONGEST,
      onStart: pid => {
        world.hostPid = pid;
      },
    });
    const [{ results, said, code }] = await Promise.all([run, meanwhile?.()]);
    if (results.length === 0) throw new Error(`The host made no call (${code}): ${said}`);
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
