import { difference } from '../snapshot.ts';
import { jsonOf, type RunTrial } from './check-run.ts';
import { sayChanges, type TrialRun } from './trial.ts';

/**
 * Checks that a repetition does no more. The files are the same after every run. The value is the same too: for a tool
 * that only reads from the first run on, for others from the second on, since the first may tell what it has done.
 */
export async function checkAgain(
  { trial, args, findings }: RunTrial,
  first: TrialRun,
  readOnly: boolean,
): Promise<void> {
  let last = first;
  for (const time of ['second', 'third']) {
    const again = await trial.run(args);
    const changes = difference(first.after, again.after);
    if (!again.outcome.ok) {
      findings.add('idempotent', args, `The ${time} time it failed: ${again.outcome.error.message}`);
      return;
    }
    if (changes.length > 0) {
      findings.add('idempotent', args, `The ${time} time it did more: ${sayChanges(changes)}`);
      return;
    }
    const comparable = readOnly || time === 'third';
    if (comparable && jsonOf(again.outcome.value) !== jsonOf(last.outcome.value)) {
      findings.add('idempotent', args, `The ${time} time it gave another value`);
      return;
    }
    last = again;
  }
}
