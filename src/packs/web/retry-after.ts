/** Longer than this nobody waits; a server may say anything. */
const LONGEST = 24 * 60 * 60;

/** Whole seconds that a server asks for before the next request: a number of them, or a date. */
export function secondsToWait(header: string | null | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1_000);
  return seconds > 0 && seconds <= LONGEST ? seconds : undefined;
}
