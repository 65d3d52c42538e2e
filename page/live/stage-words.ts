import type { CallSummary, StageReport } from '../../src/console/api.ts';

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
export function stageWords({ stage, says }: StageReport, call: CallSummary): readonly string[] {
  if (says.length > 0) return says;
  if (stage === 'resolve') return [`found ${call.tool}`];
  if (stage === 'decide' && call.verdict) return (call.reasons ?? ['']).map(reason => `${call.verdict}: ${reason}`);
  return QUIET[stage] === undefined ? [] : [QUIET[stage]];
}
