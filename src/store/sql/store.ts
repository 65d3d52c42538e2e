import type { Store } from '../port.ts';
import { sqlApprovals } from './approvals.ts';
import { sqlCalls } from './calls.ts';
import { sqlClaims } from './claims.ts';
import { sqlDeadLetters } from './dead-letters.ts';
import type { SqlDriver } from './driver.ts';
import { sqlEvents } from './events.ts';
import { sqlJournal } from './journal.ts';
import { sqlProcesses } from './processes.ts';
import { sqlRules } from './rules.ts';
import { sqlRuns } from './runs.ts';
import { sqlState } from './state.ts';
import { sqlTasks } from './tasks.ts';

/** A store over any database that can serve as a driver. */
export const sqlStore = (kind: Store['kind'], driver: SqlDriver): Store => ({
  kind,
  processes: sqlProcesses(driver),
  calls: sqlCalls(driver),
  events: sqlEvents(driver),
  journal: sqlJournal(driver),
  approvals: sqlApprovals(driver),
  rules: sqlRules(driver),
  claims: sqlClaims(driver),
  tasks: sqlTasks(driver),
  runs: sqlRuns(driver),
  deadLetters: sqlDeadLetters(driver),
  state: sqlState(driver),
  flush: () => driver.flush(),
  close: () => driver.close(),
});
