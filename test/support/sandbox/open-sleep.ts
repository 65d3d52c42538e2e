import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** A sleep that nobody else has, and a way to end it: so a test knows where a command is, and when it goes on. */
export function openSleep() {
  const seconds = `60.${process.pid}${Math.floor(Math.random() * 1e6)}`;
  const find = (): number | undefined => {
    for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
      try {
        if (readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `sleep\0${seconds}\0`) return Number(pid);
      } catch {
        // It has ended meanwhile.
      }
    }
    return undefined;
  };
  const begun = () => eventually(find);
  return { command: `sleep ${seconds}`, begun, end: async () => void process.kill(await begun()) };
}

/** Looks again and again until there is something. */
export async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 2000; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await wait(20);
  }
  throw new Error('It never came to be');
}
