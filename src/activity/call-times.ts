/** Milliseconds of a call, as the ledger and its end event have them. */
interface CallSpan {
  /** From its coming to its end. */
  readonly whole: number;
  /** Until its tool was started; all of it where that never was. */
  readonly begun?: number | undefined;
  /** In which people were asked, all questions together. */
  readonly asked?: number | undefined;
}

export interface CallTimes {
  readonly ran: number;
  /** Milliseconds for people's answers, and for its turn behind other calls. */
  readonly asked: number;
  readonly queued: number;
}

/** The first command of a process may take a second or two to be prepared, and waits for nobody. */
const NOTICED = 3_000;

/** What a call ran, and what it waited: a person who thinks about one call holds up those behind it, too. */
export function callTimes({ whole, begun = 0, asked = 0 }: CallSpan): CallTimes {
  const before = Math.max(0, begun - asked);
  const queued = before < NOTICED ? 0 : before;
  return { ran: Math.max(0, whole - asked - queued), asked, queued };
}

/** The span of a call that has ended, from its row. */
export const spanOf = ({
  preparedAt,
  startedAt,
  settledAt,
  waited,
}: {
  readonly preparedAt: number;
  readonly startedAt?: number | undefined;
  readonly settledAt: number;
  readonly waited?: number | undefined;
}): CallSpan => ({
  whole: Math.max(0, settledAt - preparedAt),
  begun: Math.max(0, (startedAt ?? settledAt) - preparedAt),
  asked: waited,
});
