import type { Outcome } from '../../tool/outcome.ts';
import type { Assessed, Standing } from '../call-states.ts';
import { type Authorship, readerFor } from './result-values.ts';

/**
 * Who writes the result of a call: whoever its tool says; else others, where the result is theirs or comes over the
 * network, and where the tool says neither what it touches, nor how dangerous it is, nor where something goes.
 */
export function authorshipOf({ ready, tool, effects }: Pick<Assessed, 'ready' | 'tool' | 'effects'>): Authorship {
  const { untrusted, targets, delegates, danger } = ready.definition;
  if (untrusted !== undefined) return Array.isArray(untrusted) && untrusted.length === 0 ? false : untrusted;
  if (tool.origin === 'foreign') return true;
  if (effects !== 'everything') return effects.some(({ kind }) => kind === 'network');
  const saysNothing =
    !targets && !delegates && danger === undefined && (ready.permissions?.required.includes('network') ?? true);
  return tool.origin !== 'built-in' && saysNothing;
}

/**
 * Notes the result of a call, for calls after it, and its arguments. Arguments that were judged before untrusted
 * content had come in are meant, for nobody else can have said them then; otherwise a result that repeats them vouches
 * for nothing, nor does an error. What a built-in tool says of the workspace names no targets.
 */
export function noteResult(call: Standing, outcome: Outcome, at: number): void | Promise<void> {
  const { ready, tool, effects, scope, run, name, facts, args } = call;
  if (!ready || !tool || effects === undefined) return;
  const others = authorshipOf({ ready, tool, effects });
  if (others === false && (tool.origin === 'built-in' || !outcome.ok)) return;
  // A call that was refused before it ran has brought nothing in.
  if (!outcome.ok && run?.startedAt === undefined) return;
  const { session } = scope;
  const noted = {
    tool: name,
    at,
    given: args,
    isMeant: facts?.session.tainted === false,
    result: outcome.ok ? (outcome.value ?? outcome.output) : outcome.output,
    others: outcome.ok ? others : 'text',
  } as const;
  const reading = outcome.ok ? readerFor(noted.result) : undefined;
  if (!reading) return session.origins.noteResult(noted, session.tainted);
  return reading.then(
    () => session.origins.noteResult(noted, session.tainted),
    // A result that cannot be read is a text, and nothing in it stands for itself.
    () => session.origins.noteResult({ ...noted, others: 'text' }, session.tainted),
  );
}
