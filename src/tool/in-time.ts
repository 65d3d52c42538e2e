import { type Context, createContext, Script } from 'node:vm';

/** The longest time in milliseconds: patterns and references of others can take longer than anyone lives. */
const LONGEST = 1_000;

const RUN = new Script('run()');
let room: Context | undefined;

/** Returns what the function returns, or throws `LATE`: the only way to leave work that never pauses. */
export function inTime<T>(run: () => T): T {
  room ??= createContext({});
  room.run = run;
  try {
    return RUN.runInContext(room, { timeout: LONGEST }) as T;
  } catch (error) {
    throw (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? LATE : error;
  } finally {
    room.run = undefined;
  }
}

export const LATE = new Error('it took too long');
