import { join } from 'node:path';
import { visible } from '../../policy/guards/visible.ts';
import type { Result } from '../../tool/context.ts';
import { showName } from '../../tool/text/unseen.ts';
import type { CommittedChange, CommittedSet } from '../../workspace/port.ts';
import type { Call } from '../call.ts';
import { capOutput } from './cap-output.ts';

/** Makes the outcome of a call that went well: the text for the model, capped, with what it should know besides. */
export function concludeResult(call: Call): void | Promise<void> {
  const result = call.result ?? {};
  const { limits } = call.runtime.policy();
  const { text } = call;
  const capped = capOutput(text, { bytes: limits.outputBytes, lines: limits.outputLines }, call.callID);
  const finish = (kept: boolean) => {
    const output = call.notes.length === 0 ? capped.text : [capped.text, ...call.notes].filter(Boolean).join('\n\n');
    call.succeed({
      title: showName(result.title ?? call.name),
      output,
      value: result.value === undefined && !call.ready.returns ? text : result.value,
      metadata: metadataOf(call, result, kept),
      attachments: result.attachments ?? [],
    });
  };
  return capped.cut ? keepWhole(call).then(finish) : finish(false);
}

/** The call has done its work: that its output cannot be kept must not make it fail. */
async function keepWhole(call: Call): Promise<boolean> {
  try {
    await call.runtime.outputs.save(call.callID, call.text);
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    call.notes.push(`The rest of the output could not be kept and cannot be read later: ${why}`);
    return false;
  }
}

/** A result as text. Throws for what is no JSON, so it is done before anything is written. */
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

function metadataOf(call: Call, result: Result, kept: boolean): Record<string, unknown> {
  const { committed, syntax, attempts } = call;
  if (!committed && !kept && attempts === 1) return result.metadata ?? {};
  return {
    ...result.metadata,
    ...(committed
      ? {
          changeSetID: committed.id,
          changes: shownChanges(call, committed),
          ...(committed.planned ? { planned: true } : {}),
        }
      : {}),
    ...(syntax.length > 0 ? { syntax } : {}),
    ...(kept ? { outputPath: `output:${call.callID}` } : {}),
    ...(attempts > 1 ? { attempts } : {}),
  };
}

/** A diff shows what was there before: it is only for who may read the file. */
function shownChanges({ runtime, name, alsoAs, effects }: Call, { changes }: CommittedSet): readonly CommittedChange[] {
  const { root } = runtime.workspace;
  const sees = visible(runtime.policy(), root, { tool: name, alsoAs, approved: effects });
  return sees ? changes.map(change => (sees(join(root, change.path)) ? change : { ...change, diff: '' })) : changes;
}
