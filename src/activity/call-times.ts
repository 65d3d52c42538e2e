/** Milliseconds of a call: those at work, and those in which it waited for people or for its turn behind other calls. */
export interface CallTimes {
  readonly ran: number;
  readonly waited: number;
}

/** The times of a call that took so long as a whole, from its coming to its end. */
export const callTimes = (whole: number, waited = 0): CallTimes => ({
  ran: Math.max(0, whole - waited),
  waited: Math.min(whole, waited),
});

/** Milliseconds of waiting that are worth a word: who answers at once was not waited for. */
export const NOTICED = 1_000;
