import { covers } from '../../pipeline/effects/resolve-effects.ts';
import type { Explanation } from '../../pipeline/explain.ts';
import { ERROR_CODES } from '../../tool/codes.ts';
import type { Effect, Effects } from '../../tool/effect.ts';
import type { ReadyTool } from '../../tool/ready.ts';
import { canonicalJson } from '../../tool/text/canonical-json.ts';
import { type Difference, difference } from '../snapshot.ts';
import type { ToolFindings } from './findings.ts';
import { sayChanges, type Trial, type TrialRun } from './trial.ts';
import { isRaw } from './watch-tool.ts';

interface RunTrial {
  readonly trial: Trial;
  readonly args: unknown;
  readonly ready: ReadyTool;
  readonly findings: ToolFindings;
}

/** Checks that an undisturbed run did as was said beforehand. */
export async function checkRun(tried: RunTrial, explained: Explanation, ran: TrialRun): Promise<void> {
  checkVerdict(tried, explained, ran);
  checkTouched(tried, explained, ran);
  checkErrors(tried, explained, ran);
  await checkOutput(tried, explained, ran);
}

const isDelegated = ({ trial }: RunTrial, explained: Explanation): boolean =>
  explained.error === undefined && explained.tool !== trial.info.id;

function checkVerdict({ args, findings }: RunTrial, explained: Explanation, { outcome, verdict }: TrialRun): void {
  const foretold = explained.error ? explained.error.code : explained.verdict;
  const came = explained.error ? (outcome.error?.code ?? 'ok') : verdict;
  if (foretold !== came) findings.add('verdict', args, `explain says ${foretold}, execute came to ${came}`);
}

function checkTouched(tried: RunTrial, explained: Explanation, { outcome, changes }: TrialRun): void {
  const { trial, args, findings } = tried;
  const effects = explained.error ? [] : explained.effects;
  const beyond = undeclared(effects, changes, trial.workspace.path);
  if (beyond.length > 0) {
    const readOnly = effects !== 'everything' && effects.every(effect => effect.kind === 'read');
    if (readOnly) findings.add('read-only', args, `It declares no change, and ${sayChanges(beyond)}`);
    else findings.add('touched', args, `It did what it had not declared: ${sayChanges(beyond)}`);
  }
  if (effects === 'everything' && !explained.error && explained.danger === 'safe' && changes.length > 0)
    findings.add('danger', args, `It says that it is safe, and ${sayChanges(changes)}`);
  if (outcome.error?.code === 'POLICY_DENIED' && outcome.error.details?.observed)
    findings.add('touched', args, outcome.error.message);
  const strays = trial.workspace.strays();
  if (strays.length > 0) findings.add('touched', args, `It wrote outside of the workspace: ../${strays.join(', ../')}`);
}

/** The changes that the effects do not name. */
function undeclared(effects: Effects, changes: readonly Difference[], path: (name: string) => string) {
  return changes.filter(({ path: name, change }) => {
    const effect: Effect = { kind: change === 'deleted' ? 'delete' : 'write', resource: path(name) };
    return !covers(effects, [effect]);
  });
}

function checkErrors(tried: RunTrial, explained: Explanation, { outcome }: TrialRun): void {
  const { trial, args, findings } = tried;
  const raw = trial.watch.thrown.find(({ error }) => isRaw(error));
  if (raw) findings.add('errors', args, `${raw.where} threw ${sayThrown(raw.error)} instead of an error with a code`);
  if (outcome.ok) return;
  const { code, message } = outcome.error;
  if (!Object.hasOwn(ERROR_CODES, code)) findings.add('errors', args, `It failed with the unknown code ${code}`);
  if (code === 'EXECUTION_ERROR' && trial.watch.thrown.length === 0 && !isDelegated(tried, explained))
    findings.add('errors', args, `What it gave back could not be used: ${message}`);
}

/** The text of a value: equal values give equal texts; undefined for a value that JSON cannot hold. */
function jsonOf(value: unknown): string | undefined {
  try {
    return canonicalJson(value);
  } catch {
    return undefined;
  }
}

/** Whether JSON has a form for the value itself. */
function isJson(value: unknown): boolean {
  try {
    return value === undefined || JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

const sayThrown = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message.slice(0, 300)}` : `a ${typeof error}`;

async function checkOutput(tried: RunTrial, explained: Explanation, { outcome }: TrialRun): Promise<void> {
  const { args, ready, findings } = tried;
  if (outcome.error?.code === 'INVALID_OUTPUT') findings.add('output', args, outcome.error.message);
  if (outcome.ok && !isJson(outcome.value)) findings.add('output', args, 'Its value is no JSON');
  if (!outcome.ok || !ready.returns || outcome.value !== undefined || isDelegated(tried, explained)) return;
  const checked = await ready.returns.check(undefined);
  if (!checked.ok) findings.add('output', args, 'It declares what it returns, and gave back no value');
}

/**
 * Checks that a repetition does no more. The files are the same after every run. The value is the same too: for a tool
 * that only reads from the first run on, for others from the second on, since the first may tell what it has done.
 */
export async function checkAgain(tried: RunTrial, first: TrialRun, readOnly: boolean): Promise<void> {
  const { trial, args, findings } = tried;
  let last = first;
  for (const time of ['second', 'third']) {
    const again = await trial.run(args);
    const changes = difference(first.after, again.after);
    const say = (did: string) => findings.add('idempotent', args, `The ${time} time it ${did}`);
    if (!again.outcome.ok) return say(`failed: ${again.outcome.error.message}`);
    if (changes.length > 0) return say(`did more: ${sayChanges(changes)}`);
    const comparable = readOnly || time === 'third';
    if (comparable && jsonOf(again.outcome.value) !== jsonOf(last.outcome.value)) return say('gave another value');
    last = again;
  }
}
