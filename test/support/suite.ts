/** What a test that imports this file does belongs to both suites, and the long one does more of it. */
const TIMES = Number(process.env.TOOLGATE_TEST_RUNS ?? 1);

/** How often a law is tried: as given, in the long suite TOOLGATE_TEST_RUNS times that. */
export const runs = (count: number): number => count * TIMES;

/** Of a long table that is run for real: every fifth case; in the long suite all. */
export const some = <Case>(cases: readonly Case[]): readonly Case[] =>
  cases.filter((_, index) => TIMES > 1 || index % 5 === 0);

/** An ordinary user on every Linux. */
export const NOBODY = 65_534;
const own = process.getuid?.() ?? 1000;

/** As whom a test runs things: the user who runs the tests; in the long suite root also as an ordinary user. */
export const USERS: readonly number[] = own === 0 && TIMES > 1 ? [own, NOBODY] : [own];
