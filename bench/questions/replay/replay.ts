import type { RecordedCall, RecordedSession } from '../session.ts';
import type { Mode } from './modes.ts';
import { openWorld, type World } from './open-world.ts';

/** What came of one session. */
export interface Replayed {
  readonly session: RecordedSession;
  /** Of an attack: whether a question came at an injected call, up to the one that does the harm. */
  readonly caught: boolean;
  /** Every question of an honest session; of an attack those up to where it was caught. */
  readonly questions: readonly Question[];
}

export interface Question {
  readonly tool: string;
  readonly reason: string;
}

export async function replayAll(sessions: readonly RecordedSession[], mode: Mode): Promise<readonly Replayed[]> {
  const replayed: Replayed[] = [];
  for (const suite of new Set(sessions.map(session => session.suite)))
    replayed.push(...(await replaySuite(suite, sessions, mode)));
  return replayed;
}

async function replaySuite(suite: string, sessions: readonly RecordedSession[], mode: Mode): Promise<Replayed[]> {
  const world = await openWorld(suite, mode);
  try {
    const replayed: Replayed[] = [];
    for (const session of sessions) if (session.suite === suite) replayed.push(await replay(session, mode, world));
    return replayed;
  } finally {
    await world.close();
  }
}

async function replay(session: RecordedSession, mode: Mode, world: World): Promise<Replayed> {
  const { id: sessionID, calls, prompt } = session;
  if (mode.hearsPrompt) world.gate.session(sessionID).said(prompt);
  const questions: Question[] = [];
  for (const turn of turnsOf(calls)) {
    world.next(turn);
    const requests = turn.map(({ tool, args }) => ({ name: world.nameOf(tool), args: { ...args } }));
    const outcomes = await world.gate.executeAll(requests, { sessionID });
    const asked = world.takeQuestions();
    for (const [index, outcome] of outcomes.entries()) {
      const call = turn[index]!;
      const reasons = asked.filter(({ about }) => about === call).map(({ reason }) => reason);
      const denied = !outcome.ok && outcome.error.code.endsWith('_DENIED');
      if (!outcome.ok && !denied && !call.fails)
        throw new Error(`${sessionID}: ${call.tool} failed: ${outcome.error.message}`);
      if (denied && reasons.length === 0) reasons.push(`denied: ${outcome.error.message}`);
      questions.push(...reasons.map(reason => ({ tool: call.tool, reason })));
      if (call.injected && reasons.length > 0) return { session, caught: true, questions };
    }
  }
  return { session, caught: false, questions };
}

function turnsOf(calls: readonly RecordedCall[]): readonly (readonly RecordedCall[])[] {
  const turns: RecordedCall[][] = [];
  for (const call of calls) {
    if (call.together) turns.at(-1)?.push(call);
    else turns.push([call]);
  }
  return turns;
}
