import { canonicalJson } from '../../tool/text/canonical-json.ts';
import type { Answered, Judged, Unanswered, Undenied } from '../call-states.ts';
import type { KeptAnswer } from '../session/session.ts';
import type { Stage } from '../stage-row.ts';

/** Answers a pure read repeated in a turn from the first, while the files it read are unchanged, also by hand. */
export const dedupeStage: Stage<Undenied, Unanswered | Answered> = {
  name: 'dedupe',
  bounded: true,
  run: call => {
    const paths = filesRead(call);
    // The states are taken before the read: a file that changes during it is then found changed.
    const seen = paths && statesOf(call, paths);
    if (!seen) return call as Unanswered;
    const { session, turn } = call.scope;
    const key = readKey(call);
    const answered = answer(call, key);
    if (answered) return answered;
    const { first, done } = session.sharing(turn, key);
    const unanswered = { ...call, seen, done } as Unanswered;
    return first ? first.then(() => answer(call, key) ?? unanswered) : unanswered;
  },
};

function answer(call: Judged, key: string): Answered | undefined {
  const earlier = call.scope.session.answered(call.scope.turn, key);
  // The same words may lead to another file by now.
  const now = earlier && statesOf(call, filesRead(call) ?? []);
  if (!now || canonicalJson(now) !== canonicalJson(earlier.identities)) return undefined;
  return {
    outcome: {
      ...earlier.outcome,
      callID: call.callID,
      id: call.request.id,
      metadata: { ...earlier.outcome.metadata, repeats: earlier.outcome.callID },
    },
  };
}

/** States of files; undefined when one of them is not there. */
function statesOf(call: Judged, paths: readonly string[]): KeptAnswer['identities'] | undefined {
  const states = paths.map(path => [path, call.runtime.workspace.identity(path)] as const);
  return states.every(([, state]) => state !== undefined) ? (states as KeptAnswer['identities']) : undefined;
}

export const readKey = ({ name, args }: Pick<Judged, 'name'> & { readonly args: unknown }): string =>
  `${name} ${canonicalJson(args)}`;

/** The files that a pure read has read; undefined for anything else, folders and plans included. */
function filesRead({ effects, decision, runtime }: Judged): readonly string[] | undefined {
  if (effects === 'everything' || effects.length === 0 || decision.verdict !== 'allow' || runtime.planned)
    return undefined;
  return effects.every(effect => effect.kind === 'read' && !effect.tree)
    ? effects.map(effect => effect.resource)
    : undefined;
}
