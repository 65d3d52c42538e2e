import type { Store } from '../port.ts';
import type { SqlDriver } from './driver.ts';
import { sqlApprovals } from './tables/approvals.ts';
import { sqlCalls } from './tables/calls.ts';
import { sqlClaims } from './tables/claims.ts';
import { sqlDeadLetters } from './tables/dead-letters.ts';
import { sqlEvents } from './tables/events.ts';
import { sqlJournal } from './tables/journal.ts';
import { sqlProcesses } from './tables/processes.ts';
import { sqlRules } from './tables/rules.ts';
import { sqlRuns } from './tables/runs.ts';
import { sqlScripts } from './tables/scripts.ts';
import { sqlState } from './tables/state.ts';
import { sqlTasks } from './tables/tasks.ts';
import { sqlUpkeep } from './tables/upkeep.ts';

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
  scripts: sqlScripts(driver),
  deadLetters: sqlDeadLetters(driver),
  state: sqlState(driver),
  upkeep: sqlUpkeep(driver, kind === 'sqlite'),
  flush: () => driver.flush(),
  close: () => driver.close(),
});
