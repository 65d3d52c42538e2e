import { join } from 'node:path';
import { visible } from '../../policy/guards/visible.ts';
import type { Result } from '../../tool/context.ts';
import type { MaybePromise } from '../../tool/maybe-promise.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { showName } from '../../tool/text/unseen.ts';
import type { CommittedChange, CommittedSet } from '../../workspace/port.ts';
import type { Committed } from '../call-states.ts';
import type { Stage } from '../stage-row.ts';
import { shortenOutput } from './shorten-output.ts';

/** Makes the outcome of a call that went well: the text for the model, capped, with all else that it should know. */
export const concludeStage: Stage<Committed, Outcome> = { name: undefined, bounded: false, run: concludeResult };

function concludeResult(call: Committed): MaybePromise<Outcome> {
  const { limits } = call.runtime.policy();
  const capped = shortenOutput(call, { bytes: limits.outputBytes, lines: limits.outputLines });
  if (!capped.cut) return toOutcome(call, capped.text, false);
  return keepWhole(call).then(kept => toOutcome(call, capped.text, kept));
}

function toOutcome(call: Committed, text: string, kept: boolean): Outcome {
  const { result, ready, trail } = call;
  return {
    ok: true,
    callID: call.callID,
    id: call.request.id,
    tool: call.name,
    title: showName(result.title ?? call.name),
    output: trail.notes.length === 0 ? text : [text, ...trail.notes].filter(Boolean).join('\n\n'),
    value: result.value === undefined && !ready.returns ? call.text : result.value,
    metadata: metadataOf(call, kept),
    attachments: result.attachments ?? [],
    error: undefined,
  };
}

/** Keeps the whole output. The call has done its work: it must not fail because the output cannot be kept. */
async function keepWhole(call: Committed): Promise<boolean> {
  try {
    await call.runtime.outputs.save(call.callID, call.text);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    call.trail.note(`The rest of the output could not be kept and cannot be read later: ${why}`);
    return false;
  }
}

/** Renders a result as text. A result that is no JSON throws, so it is rendered before anything is written. */
export function render({ output, value }: Result): string {
  if (typeof output === 'string') return output;
  if (output !== undefined) {
    const text = JSON.stringify(output, null, 2);
    if (text === undefined) throw new TypeError(`its output is a ${typeof output}`);
    return text;
  }
  if (typeof value === 'string') return value;
  return value === undefined ? '' : (JSON.stringify(value, null, 2) ?? '');
}

function metadataOf(call: Committed, kept: boolean): Record<string, unknown> {
  const { result, committed, syntax, run, wasRehearsed } = call;
  const { attempts } = run;
  if (!committed && !kept && attempts === 1 && !wasRehearsed) return result.metadata ?? {};
  return {
    ...result.metadata,
    ...(committed ? { changeSetID: committed.id, changes: shownChanges(call, committed) } : {}),
    ...(committed?.planned ? { planned: true } : {}),
    ...(syntax ? { syntax } : {}),
    ...(kept ? { outputPath: `output:${call.callID}` } : {}),
    ...(attempts > 1 ? { attempts } : {}),
    ...(wasRehearsed ? { rehearsed: true } : {}),
  };
}

/** Changes as they are shown. A diff shows the earlier content of a file: it is only for who may read the file. */
function shownChanges(call: Committed, { changes }: CommittedSet): readonly CommittedChange[] {
  const { root } = call.runtime.workspace;
  const sees = visible(call.runtime.policy(), root, { tool: call.name, alsoAs: call.alsoAs, approved: call.effects });
  return sees ? changes.map(change => (sees(join(root, change.path)) ? change : { ...change, diff: '' })) : changes;
}
