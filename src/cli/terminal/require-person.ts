import { createHash, timingSafeEqual } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Store } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import { interrupted } from '../failure.ts';
import type { CommonOptions } from '../options.ts';
import { canAsk } from './terminal.ts';
import { askHere } from './with-keys.ts';

type State = Pick<Store, 'state'>;

interface PersonOptions extends Pick<CommonOptions, 'input'> {
  /** What is asked at the terminal; left out: a person there is enough, for nothing is loosened. */
  readonly question?: string | undefined;
  readonly store?: State | undefined;
}

/**
 * Throws unless a person acts: they say so at a terminal, or have the token of the console. `--yes` is no such word:
 * whoever asks must not be able to answer, and a program writes `--yes` as easily as a person.
 */
export async function requirePerson(what: string, options: PersonOptions): Promise<void> {
  await refuseInsideJob(what);
  if (options.store && (await hasPeoplesToken(options.store))) return;
  if (!canAsk(options)) throw noPerson(what, options);
  if (options.question === undefined) return;
  if (!(await sayYes(options.question)))
    throw new ToolError('APPROVAL_DENIED', `${what} was not confirmed; nothing was changed`);
}

/** Whether this command runs inside a job; the check is loaded only where it matters, like all of the sandbox. */
export const isCliInsideJob = async (): Promise<boolean> =>
  (await import('../../sandbox/plain/inside-job.ts')).isInsideJob(process.env);

/** Refuses a command inside a job: what an agent runs is no person, whatever it says of itself. */
export async function refuseInsideJob(what: string): Promise<void> {
  if (await isCliInsideJob())
    throw new ToolError('APPROVAL_DENIED', `${what} is for a person, and this was started by a command of an agent`, {
      suggestion: 'Only a person can do it, outside of what agents run.',
    });
}

const noPerson = (what: string, { store }: PersonOptions): ToolError =>
  new ToolError('APPROVAL_DENIED', `${what} is for a person, and nobody is at a terminal here`, {
    suggestion: `A person can do it at a terminal of their own${store ? ', or in the console' : ''}.`,
  });

const sayYes = (message: string): Promise<boolean> =>
  askHere<boolean>(
    (prompts, at) => prompts.confirm({ message, ...at, initialValue: false }),
    () => {
      throw interrupted();
    },
  );

const KEY = 'console:token';
const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Makes the token let a person settle things on the command line without a terminal; until the end is called. */
export async function knowPeoplesToken({ state }: State, token: string): Promise<() => Promise<void>> {
  const own = digest(token).toString('hex');
  await state.set(KEY, own);
  return async () => {
    if ((await state.get(KEY)) === own) await state.set(KEY, null);
  };
}

async function hasPeoplesToken({ state }: State): Promise<boolean> {
  const given = process.env.TOOLGATE_CONSOLE_TOKEN;
  const known = given === undefined ? undefined : await state.get(KEY);
  if (given === undefined || typeof known !== 'string') return false;
  const expected = Buffer.from(known, 'hex');
  return expected.length === 32 && timingSafeEqual(digest(given), expected);
}

/** The name of the person at this terminal, as the system knows them, for those who read later who has answered. */
export function personHere(): string {
  try {
    return userInfo().username;
  } catch {
    // The user has no entry, as in some containers.
    return 'command line';
  }
}
