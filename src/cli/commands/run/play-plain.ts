import type { AgentResult } from '../../../agents/loop/agent-run.ts';
import { EXIT, exitCodeOfError } from '../../exit-codes.ts';
import {
  changesOf,
  describeChanges,
  describeUse,
  filesOf,
  gatherUses,
  type RunChanges,
  tokensOfAll,
  turnsOf,
} from '../../output/run-summary.ts';
import { showRun } from '../../output/show-run.ts';
import { outputGone } from '../../terminal/streams.ts';
import { printable } from '../../terminal/terminal.ts';
import { offerPlan } from '../offer-plan.ts';
import type { PlayedRun } from './played-run.ts';

export async function playPlain(played: PlayedRun): Promise<number> {
  const { session, agents, type, model, run, task, options, sessions, uses } = played;
  const { gate, terminal, abort } = session;
  const tty = process.stdout.isTTY === true;
  const shown = showRun({
    gate,
    stdout: options.json ? undefined : process.stdout,
    stderr: options.quiet ? undefined : process.stderr,
    clean: text => (tty ? printable(text) : text),
  });
  const result = await run.say(task, await agents.load(), {
    type,
    model,
    abort: AbortSignal.any([abort, outputGone]),
    onText: delta => shown.text(delta),
    onRetry: ({ message, wait, said }) =>
      shown.note(
        `  wait ${printable(message)}; asking again in ${(wait / 1000).toFixed(1)} s${said ? ', from the beginning' : ''}`,
      ),
  });
  await gate.activity.settle();
  shown.end();
  await gatherUses(gate.store.runs, { roots: agents.elsewhere, sessions, uses });
  const changes = await changesOf(gate, sessions);
  if (options.json) terminal.result(JSON.stringify(resultJson(result, changes, played)));
  else if (result.error) terminal.problem(printable(sayFailure(result.error)));
  terminal.note(
    [
      '',
      ...describeChanges(changes, options),
      describeUse(uses, `${type.name} with ${model}`, session.settings.prices),
    ].join('\n'),
  );
  if (changes.planned.length > 0) await offerPlan(session, options);
  return result.error ? exitCodeOfError(result.error.code) : EXIT.done;
}

const sayFailure = ({ code, message, suggestion = '' }: NonNullable<AgentResult['error']>): string =>
  `toolgate: ${code}: ${message}\n${suggestion}`.trimEnd();

function resultJson(
  result: AgentResult,
  changes: RunChanges,
  { type, model, uses, run }: PlayedRun,
): Record<string, unknown> {
  const { ok, text, error, steps, calls } = result;
  return {
    ok,
    text,
    error,
    run: run.id,
    agent: type.name,
    model,
    steps,
    calls,
    tokens: tokensOfAll(uses),
    agents: uses.map(({ agent, type: kind, ok: done, tokens }) => ({ agent, type: kind, ok: done, tokens })),
    changes: filesOf(changes),
    changeSets: changes.sets.map(({ id }) => id),
    pending: changes.pending.map(({ id }) => id),
    planned: changes.planned,
    undo: { command: 'toolgate undo', times: turnsOf(changes) },
  };
}
