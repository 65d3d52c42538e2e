/** Milliseconds of a call: those at work, and those in which it waited for people or for its turn behind other calls. */
export interface CallTimes {
  readonly ran: number;
  readonly waited: number;
}

/** The times of a call, from the whole time between its coming and its end. */
export const callTimes = (whole: number, waited = 0): CallTimes => ({
  ran: Math.max(0, whole - waited),
  waited: Math.min(whole, waited),
});

/** The least wait in milliseconds that is worth a word: nobody waits for a person who answers at once. */
export const NOTICED = 1_000;
