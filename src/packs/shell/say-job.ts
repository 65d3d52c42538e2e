import type { JobReport } from '../../sandbox/background-jobs.ts';
import { sayCount, sayList, withNotes } from '../../text/say.ts';
import { showNameBytes } from '../../tool/text/name-bytes.ts';
import { plainOutput } from './printed/plain-output.ts';
import type { ShellServices } from './services.ts';

export type SaidJob = ReturnType<typeof sayJob>;

/** A job's new output and state, as a result. */
export function sayJob(services: Pick<ShellServices, 'hideSecrets'>, job: string, report: JobReport) {
  const { output, code, duration, stopped, lost, away = [] } = report;
  const text = services.hideSecrets(plainOutput(output));
  const seconds = (duration / 1000).toFixed(1);
  const state =
    code === undefined
      ? `${job} has been running for ${seconds} s.`
      : `${job} ended with exit code ${code} after ${seconds} s.`;
  return {
    title: state,
    output: withNotes(text, [
      state,
      stopped !== undefined && stopped !== 'aborted' && `It was stopped: ${stopped}.`,
      away.length > 0 && `Taken away, for the policy does not let it write there: ${sayList(away.map(showNameBytes))}.`,
      lost > 0 && `${sayCount(lost, 'byte')} before this are not kept.`,
    ]),
    value: { output: text, running: code === undefined, return_code: code ?? null, duration: duration / 1000 },
    metadata: {
      job,
      running: code === undefined,
      ...(stopped === undefined ? {} : { stopped }),
      ...(away.length > 0 ? { away } : {}),
    },
  };
}
