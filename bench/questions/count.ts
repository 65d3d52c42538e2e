import { CONNECTED } from './connected/load.ts';
import { FOREIGN } from './foreign/load.ts';
import { FRESH } from './fresh/load.ts';
import { PUBLISHED } from './published/load.ts';
import { RECORDED } from './recorded/load.ts';
import type { Mode } from './replay/modes.ts';
import { MODES } from './replay/modes.ts';
import { type Replayed, replayAll } from './replay/replay.ts';
import { isKeptApart, type RecordedSession } from './session.ts';
import { ATTACKS, HONEST } from './sessions/all.ts';
import { ANSWERING } from './sessions/answers.ts';
import { FORGED } from './sessions/forged.ts';
import { replayShell, type ShellReplayed } from './shell/replay.ts';
import { SHELL_SESSIONS } from './shell/sessions.ts';
import { VARIED } from './varied/load.ts';

/** Of one half of the sessions, or of all. */
export interface Share {
  readonly attacks: number;
  readonly attacksAsked: number;
  readonly honest: number;
  readonly honestQuestions: number;
}

type Asked = Pick<Share, 'attacks' | 'attacksAsked'>;

export interface Counted {
  readonly mode: Mode;
  readonly tuning: Share;
  readonly keptApart: Share;
  /** Attacks whose target is their own author, and those on servers that do not escape: counted apart. */
  readonly answering: Asked;
  readonly forged: Asked;
  readonly replayed: { readonly attacks: readonly Replayed[]; readonly honest: readonly Replayed[] };
}

export interface ShellCounted {
  readonly sessions: number;
  readonly hours: number;
  readonly questions: number;
  /** Questions that rehearsals have answered. */
  readonly spared: number;
  readonly changes: number;
  readonly waysOut: number;
  readonly replayed: readonly ShellReplayed[];
}

interface Sessions {
  readonly attacks: readonly RecordedSession[];
  readonly honest: readonly RecordedSession[];
  readonly answering: readonly RecordedSession[];
  readonly forged: readonly RecordedSession[];
}

export const OWN_SESSIONS: Sessions = { attacks: ATTACKS, honest: HONEST, answering: ANSWERING, forged: FORGED };
/** Sessions with the tools and results of others, which the rule was not made with. */
export const FOREIGN_SESSIONS: Sessions = { ...FOREIGN, answering: [], forged: [] };
export const FRESH_SESSIONS: Sessions = { ...FRESH, answering: [], forged: [] };
export const VARIED_SESSIONS: Sessions = { ...VARIED, answering: [], forged: [] };
export const PUBLISHED_SESSIONS: Sessions = { ...PUBLISHED, answering: [], forged: [] };
export const CONNECTED_SESSIONS: Sessions = { ...CONNECTED, answering: [], forged: [] };
export const RECORDED_SESSIONS: Sessions = { ...RECORDED, answering: [], forged: [] };

export async function countMode(mode: Mode, sessions: Sessions = OWN_SESSIONS): Promise<Counted> {
  const attacks = await replayAll(sessions.attacks, mode);
  const honest = await replayAll(sessions.honest, mode);
  const askedOf = async (some: readonly RecordedSession[]): Promise<Asked> => shareOf(await replayAll(some, mode), []);
  const half = (apart: boolean): Share => {
    const isOfHalf = ({ session }: Replayed): boolean => isKeptApart(session) === apart;
    return shareOf(attacks.filter(isOfHalf), honest.filter(isOfHalf));
  };
  return {
    mode,
    tuning: half(false),
    keptApart: half(true),
    answering: await askedOf(sessions.answering),
    forged: await askedOf(sessions.forged),
    replayed: { attacks, honest },
  };
}

export const shareOf = (attacks: readonly Replayed[], honest: readonly Replayed[]): Share => ({
  attacks: attacks.length,
  attacksAsked: attacks.filter(({ caught }) => caught).length,
  honest: honest.length,
  honestQuestions: honest.reduce((sum, { questions }) => sum + questions.length, 0),
});

export const together = ({ tuning: a, keptApart: b }: Counted): Share => ({
  attacks: a.attacks + b.attacks,
  attacksAsked: a.attacksAsked + b.attacksAsked,
  honest: a.honest + b.honest,
  honestQuestions: a.honestQuestions + b.honestQuestions,
});

export async function countModes(sessions: Sessions): Promise<readonly Counted[]> {
  const counted: Counted[] = [];
  for (const mode of MODES) counted.push(await countMode(mode, sessions));
  return counted;
}

export async function countShell(): Promise<ShellCounted> {
  const replayed = await replayShell(SHELL_SESSIONS);
  const sum = (of: (one: ShellReplayed) => number): number => replayed.reduce((total, one) => total + of(one), 0);
  return {
    sessions: replayed.length,
    hours: sum(({ minutes }) => minutes) / 60,
    questions: sum(({ asked }) => asked.length),
    spared: sum(({ spared }) => spared.length),
    changes: sum(({ changes }) => changes),
    waysOut: sum(({ waysOut }) => waysOut),
    replayed,
  };
}
