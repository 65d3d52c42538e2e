import { canonicalJson } from '../../tool/text/canonical-json.ts';
import type { Call } from '../call.ts';
import type { KeptAnswer } from '../session/session.ts';
import type { Stage } from '../stage.ts';

/** A pure read repeated in a turn is answered from the first, while what it read is unchanged, also by hand. */
export const dedupeStage: Stage = {
  name: 'dedupe',
  part: 'prepare',
  run(call) {
    const paths = filesRead(call);
    if (!paths) return undefined;
    // Before the read: a file that changes during it is then found changed.
    call.seen = statesOf(call, paths);
    if (!call.seen) return undefined;
    const { session, turn } = call.scope;
    const key = readKey(call);
    if (answer(call, key)) return 'settled';
    const { first, done } = session.sharing(turn, key);
    call.recorded = done;
    return first?.then(() => (answer(call, key) ? 'settled' : undefined));
  },
};

function answer(call: Call, key: string): boolean {
  const earlier = call.scope.session.answered(call.scope.turn, key);
  // The same words may lead to another file by now.
  const now = earlier && statesOf(call, filesRead(call) ?? []);
  if (!now || canonicalJson(now) !== canonicalJson(earlier.identities)) return false;
  call.outcome = {
    ...earlier.outcome,
    callID: call.callID,
    id: call.request.id,
    metadata: { ...earlier.outcome.metadata, repeats: earlier.outcome.callID },
  };
  return true;
}

/** Undefined when one of them is not there. */
function statesOf(call: Call, paths: readonly string[]): KeptAnswer['identities'] | undefined {
  const states = paths.map(path => [path, call.runtime.workspace.identity(path)] as const);
  return states.every(([, state]) => state !== undefined) ? (states as KeptAnswer['identities']) : undefined;
}

export const readKey = (call: Call): string => `${call.name} ${canonicalJson(call.args)}`;

/** The files that a pure read has read; undefined for anything else, folders and plans included. */
function filesRead(call: Call): readonly string[] | undefined {
  const { effects, decision, runtime } = call;
  if (effects === 'everything' || effects.length === 0 || decision?.verdict !== 'allow' || runtime.planned)
    return undefined;
  return effects.every(effect => effect.kind === 'read' && !effect.tree)
    ? effects.map(effect => effect.resource)
    : undefined;
}
