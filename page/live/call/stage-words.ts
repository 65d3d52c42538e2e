import type { CallSummary, StageReport } from '../../../src/console/api.ts';

/** One without a time is of a call that has not come to its end. */
export type ToldStage = Pick<StageReport, 'stage' | 'says'> & Partial<Pick<StageReport, 'milliseconds'>>;

/** Of a stage that passed the call on and had nothing to remark. */
const QUIET: Readonly<Record<string, string>> = {
  coerce: 'nothing to repair',
  validate: 'the arguments fit the schema',
  dedupe: 'no equal call in this turn',
  approve: 'nobody had to be asked',
  claim: 'nothing to hold',
  cache: 'no use for the cache',
  attempt: 'ran',
  verify: 'no new syntax errors',
  commit: 'nothing to write',
};

/** What a stage said; where it said nothing, what that means. A plain verdict stands in the ledger. */
export function stageWords({ stage, says }: ToldStage, call: CallSummary): readonly string[] {
  // How it failed stands above the stages.
  const failure = call.error && `${call.error.code}: ${call.error.message}`;
  const more = says.length > 1 ? says.filter(each => each !== failure) : says;
  if (more.length > 0) return more;
  if (stage === 'resolve') return [`found ${call.tool}`];
  if (stage === 'decide' && call.verdict) return (call.reasons ?? ['']).map(reason => `${call.verdict}: ${reason}`);
  return QUIET[stage] === undefined ? [] : [QUIET[stage]];
}

/** What the ledger knows of a call whose stages were not told, since it goes on, or since its process is gone. */
export function stagesSoFar(call: CallSummary, waiting: boolean): readonly ToldStage[] {
  if (call.verdict === undefined) return [];
  const before = ['resolve', 'decide'].map(stage => ({ stage, says: [] }));
  if (call.status === 'settled')
    return call.error?.code === 'OUTCOME_UNKNOWN' ? [...before, { stage: 'attempt', says: ['nobody knows'] }] : before;
  const now = waiting
    ? { stage: 'approve', says: ['waits for an answer'] }
    : { stage: call.status === 'started' ? 'attempt' : 'claim', says: ['at work'] };
  return [...before, now];
}
