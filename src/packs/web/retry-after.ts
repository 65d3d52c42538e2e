/** The longest wait, in seconds: nobody waits longer, and a server may ask for anything. */
const LONGEST = 24 * 60 * 60;

/** Whole seconds that a server asks to wait before the next request: a number of seconds, or a date. */
export function secondsToWait(header: string | null | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1_000);
  return seconds > 0 && seconds <= LONGEST ? seconds : undefined;
}
