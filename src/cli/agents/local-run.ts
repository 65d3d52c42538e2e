import type { Agents, StartOptions } from '../../agents/create-agents.ts';
import type { AgentResult } from '../../agents/loop/agent-run.ts';
import { type AgentHistory, danglingCalls, goOnWith, withReplies } from '../../agents/loop/history.ts';
import type { Toolgate } from '../../gate/toolgate.ts';
import { recallStep } from '../../pipeline/recovery/recall-step.ts';
import { scriptOf } from '../../pipeline/script/script-calls.ts';
import type { RunRow } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import { newId } from '../../tool/id.ts';
import { historySaver, loadHistory } from '../../workers/kept-history.ts';
import { type AgentSpec, finite, NO_JOB } from '../../workers/run-spec.ts';
import { UsageError } from '../failure.ts';
import { toPrintableLine } from '../terminal/terminal.ts';

type ToldOptions = Pick<
  StartOptions,
  'type' | 'model' | 'abort' | 'stopCalls' | 'onStart' | 'onText' | 'onReasoning' | 'onRetry'
>;

/** Milliseconds between looks whether somebody has ended or taken the run. */
const LOOK = 1_000;

/** A run of the person at this command line. It is kept answer by answer, and can go on after any end. */
export interface LocalRun {
  readonly id: string;
  readonly spec: Pick<AgentSpec, 'agentType' | 'model' | 'prompt'>;
  /** Whether the model still has to answer what it was asked last. */
  readonly unfinished: boolean;
  /** Says a text to the agent, or has it go on. With `onStart` the caller notes which part is the user's own words. */
  say(text: string | undefined, agents: Agents, options: ToldOptions): Promise<AgentResult>;
}

export function newLocalRun(
  gate: Toolgate,
  spec: Pick<AgentSpec, 'agentType' | 'model' | 'prompt'>,
  id: string = newId(),
): LocalRun {
  const now = Date.now();
  const { agent, depth, role } = gate;
  const budget = { calls: finite(Infinity), tokens: finite(Infinity) };
  const whole: AgentSpec = { agent, depth, role, policy: [], trace: {}, budget, deepest: 0, ...spec };
  const row: RunRow = {
    id,
    rootID: id,
    kind: 'agent',
    status: 'running',
    epoch: 1,
    jobID: NO_JOB,
    processID: gate.processID,
    spec: { ...whole },
    createdAt: now,
    changedAt: now,
  };
  return runOf(gate, row, false);
}

/** The run with this id, or the one that was at work last. Throws where there is none, or another process has it. */
export async function findLocalRun(gate: Toolgate, id: string | undefined): Promise<LocalRun> {
  const row = id === undefined ? await lastRun(gate) : await gate.store.runs.get(id);
  if (row?.jobID !== NO_JOB) throw nothingToGoOnWith(gate, id);
  if (await isHeldElsewhere(gate, row))
    throw new UsageError(
      new ToolError('INVALID_ARGUMENTS', `The run ${row.id} is at work in another process`, {
        suggestion: `Look on with: toolgate log --run ${row.id} --follow`,
      }),
    );
  return runOf(gate, row, true);
}

async function lastRun({ store }: Toolgate): Promise<RunRow | undefined> {
  const rows = (await store.runs.list({ limit: 500 })).filter(({ jobID }) => jobID === NO_JOB);
  return rows.toSorted((a, b) => b.changedAt - a.changedAt)[0];
}

async function isHeldElsewhere({ store, processID }: Toolgate, row: RunRow): Promise<boolean> {
  if (row.status !== 'running' || row.processID === processID) return false;
  return (await store.processes.list()).some(({ id }) => id === row.processID);
}

function nothingToGoOnWith({ workspace }: Toolgate, id: string | undefined): UsageError {
  const none = `No run was made in ${toPrintableLine(workspace.root)} yet`;
  const said = id === undefined ? none : `There is no run ${toPrintableLine(id)} to go on with`;
  const suggestion = 'See toolgate runs; a new one: toolgate run "Explain what src/index.ts exports"';
  return new UsageError(new ToolError('INVALID_ARGUMENTS', said, { suggestion }));
}

function runOf(gate: Toolgate, row: RunRow, kept: boolean): LocalRun {
  const { runs } = gate.store;
  let known = kept;
  let last = row;
  let unfinished = kept && row.status !== 'done';

  /** Takes the run: what an earlier holder still writes is refused from here on. */
  async function hold(): Promise<RunRow> {
    if (!known) {
      await runs.add([row]);
      known = true;
      return row;
    }
    const held = await runs.reopen(last, gate.processID, Date.now());
    if (held) return held;
    throw new ToolError('ABORTED', `Another process has gone on with the run ${row.id}`);
  }

  return {
    id: row.id,
    spec: row.spec as unknown as AgentSpec,
    get unfinished() {
      return unfinished;
    },
    async say(text, agents, options) {
      last = await hold();
      const lost = new AbortController();
      const look = setInterval(() => {
        runs.lost([last]).then(
          gone => gone.length > 0 && lost.abort(),
          () => {},
        );
      }, LOOK).unref();
      try {
        const from = await loadHistory(runs, row.id);
        const history = from && goOnWith(await withoutLoose(gate, row.id, from), text);
        const save = historySaver(runs, last, { from, onLost: () => lost.abort() });
        // The message is kept before the model is asked: whatever happens then, it was said.
        if (history) await save(history);
        // Until the first answer nothing is kept but the task itself.
        const prompt = history ? (text ?? '') : (row.spec.prompt as string);
        const result = await agents.run({
          gate,
          sessionID: row.id,
          ...options,
          prompt,
          // Calls may name what the user said, and not what a model has made of it.
          onStart: options.onStart ?? (started => started.gate.session().said(prompt)),
          history,
          save,
          // The key is enough to find a call again: by it a script goes on from its own record.
          step: key => ({ key }),
          abort: AbortSignal.any([lost.signal, ...(options.abort ? [options.abort] : [])]),
        });
        if (!lost.signal.aborted) await keepEnd(result, save);
        unfinished = !result.ok;
        return result;
      } finally {
        clearInterval(look);
      }
    },
  };

  async function keepEnd(result: AgentResult, save: (history: AgentHistory) => Promise<void>): Promise<void> {
    const { ok, text, steps, calls, tokens, error, history } = result;
    // The loop saves nothing after an abort; here nobody else goes on with the run meanwhile.
    await save(history);
    const { id, epoch } = last;
    const end = { id, epoch, status: ok ? 'done' : 'failed', result: { text, steps, calls, tokens }, error } as const;
    await runs.end([end], Date.now());
  }
}

/**
 * The history with a reply to each call that an earlier process left open. No such call is made again, but scripts that
 * had begun go on from their records.
 */
async function withoutLoose(gate: Toolgate, sessionID: string, history: AgentHistory): Promise<AgentHistory> {
  const { scripts } = gate.store;
  const dangling = danglingCalls(history);
  const begun = await Promise.all(dangling.map(({ callID }) => scripts.list(scriptOf(sessionID, callID))));
  const open = dangling.filter((_, index) => begun[index]?.length === 0);
  if (open.length === 0) return history;
  const rows = await gate.store.calls.list({ sessionID, limit: 1000 });
  const replies = open.map(async ({ callID, toolCallId, name }) => {
    const row = rows.find(({ label }) => label === callID);
    const step = row && { key: callID, callID: row.id, repeatable: row.repeatable };
    const { store, recover } = gate;
    const outcome = step && (await recallStep(step, { store, recover, abort: AbortSignal.timeout(5_000) }));
    return { callID, toolCallId, name, ok: outcome?.ok ?? false, text: outcome?.output ?? NOT_DONE };
  });
  return withReplies(history, await Promise.all(replies));
}

const NOT_DONE =
  'ABORTED: The run was interrupted before this call was done; nothing was changed\n' +
  'Make it again if it is still needed.';
