/** The server's time, as epoch milliseconds. */
export const clock = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
/** The time since which the server can be reached again. */
export const startedAt = '(extract(epoch from pg_postmaster_start_time()) * 1000)::bigint';

/** Milliseconds: a smaller difference matters to nobody. */
const smallest = 250;

/** The times, in our clock, when a question for the server's time went out and its answer came. */
export type ClockReading = { readonly sent: number; readonly received: number };

/** How far the server's clock is ahead of ours, as far as its answers show. */
export class ClockDifference {
  #ahead = 0;

  get ahead(): number {
    return this.#ahead;
  }

  learn(databaseTime: number, { sent, received }: ClockReading): void {
    // The database looked at its clock at some moment between the two.
    const least = databaseTime - received;
    const most = databaseTime - sent;
    if (least <= smallest && most >= -smallest) this.#ahead = 0;
    else if (this.#ahead < least) this.#ahead = least;
    else if (this.#ahead > most) this.#ahead = most;
  }
}
