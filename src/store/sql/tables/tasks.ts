import { addAll } from '../../../tool/lists/long-lists.ts';
import type {
  EventRow,
  EventStore,
  TaskAsk,
  TaskChange,
  TaskDecision,
  TaskEdge,
  TaskOutline,
  TaskRow,
  TaskSight,
  TaskStatus,
  TaskStore,
} from '../../port.ts';
import { query, type SqlDriver, type SqlRow, type SqlWork } from '../driver.ts';
import { inChunks, marks, newerThan, select, selectOne, withStatuses } from '../select.ts';
import { defineTable, integer, json, text } from '../table.ts';
import { events, insertNumbered } from './events.ts';

const outlineColumns = {
  ...text('id', 'label'),
  ...json('title'),
  ...text('status'),
  ...integer('rev'),
  ...json('dependsOn'),
  ...integer('attempt', 'maxAttempts'),
  ...json('holder'),
  ...integer('expiresAt'),
  ...json('submittedBy', 'createdBy'),
  ...integer('createdAt', 'changedAt'),
};

/** A task without its long texts, which are read only where one task is shown. */
const outlines = defineTable<TaskOutline>('task', outlineColumns);
const tasks = defineTable<TaskRow>('task', { ...outlineColumns, description: 'json', result: 'json', reason: 'json' });

/** Ids in one statement. */
const chunkSize = 500;

/** The tasks. Their events go into the transaction, or to a store that ends with the process as this one does. */
export const sqlTasks = (driver: SqlDriver, elsewhere?: EventStore): TaskStore => ({
  get: ref =>
    driver.read(function* () {
      return (yield* selectOne(tasks, { 'id = ?': ref })) ?? (yield* selectOne(tasks, { 'label = ?': ref }));
    }),
  list: ({ status, ids, after, limit } = {}) =>
    driver.read(function* () {
      if (ids) return (yield* byKey('id', ids)).slice(0, limit);
      const where = { ...withStatuses(status, Object.keys(noTasks)), [newerThan('task')]: after };
      return yield* select(outlines, { where, order: 'seq', limit });
    }),
  dependents(id, limit) {
    const where = { 'id in (select task_id from task_edge where depends_on = ?)': id };
    return driver.read(() => select(outlines, { where, order: 'seq', limit }));
  },
  async counts() {
    const rows = await driver.read(() => query('select status, count(*) as "count" from task group by status'));
    const counted = rows.map(row => [row.status as TaskStatus, Number(row.count)] as const);
    return { ...noTasks, ...Object.fromEntries(counted) };
  },
  async change(ask, decide) {
    const { result, rows, numbers } = await driver.write(() => change(ask, decide, !elsewhere), { durable: true });
    const given = elsewhere ? await elsewhere.append(rows) : numbers;
    return { result, events: rows.map((row, index): EventRow => ({ ...row, seq: given[index]! })) };
  },
});

const noTasks: Readonly<Record<TaskStatus, number>> = {
  pending: 0,
  ready: 0,
  in_progress: 0,
  submitted: 0,
  done: 0,
  deferred: 0,
  failed: 0,
};

/**
 * The row that numbers events is the lock: whoever has it is alone, and being first it lets no two wait for each other.
 */
function* change<T>(ask: TaskAsk, decide: (seen: TaskSight) => TaskDecision<T>, withEvents: boolean) {
  yield* query(`update counter set value = value where name = 'event'`);
  const seen = yield* look(ask);
  const { changes, result } = decide(seen);
  for (const each of changes) yield* write(each);
  const rows = changes.map(each => each.event);
  const params = withEvents ? rows.map(row => events.params({ seq: 0, ...row })) : [];
  return { result, rows, numbers: params.length > 0 ? yield* insertNumbered(params) : [] };
}

function* write({ id, set, created }: TaskChange): SqlWork<void> {
  if (created) yield* query(tasks.insert, tasks.params({ id, ...set } as TaskRow));
  else yield tasks.update(id, set);
  if (!set.dependsOn) return;
  yield* query('delete from task_edge where task_id = ?', [id]);
  for (const other of set.dependsOn) {
    yield* query('insert into task_edge (task_id, depends_on) values (?, ?)', [id, other]);
  }
}

function* look({ refs = [], above = [], below, next, held, label }: TaskAsk): SqlWork<TaskSight> {
  const known = new Map<string, TaskOutline>();
  const know = (rows: readonly TaskOutline[]) => {
    for (const row of rows) known.set(row.label, row);
    for (const row of rows) known.set(row.id, row);
  };
  const asked = [...new Set([...refs, ...above, ...(below === undefined ? [] : [below])])];
  know(yield* byKey('label', asked));
  know(yield* byKey('id', asked));
  const inProgress = held ? yield* withStatus('in_progress') : [];
  const [first] = next ? yield* withStatus('ready', 1) : [];
  know([...inProgress, ...(first ? [first] : [])]);
  const upper = new Set([...known.values()].flatMap(row => row.dependsOn));
  const missing = [...upper].filter(id => !known.has(id));
  know(yield* byKey('id', missing));

  const find = (ref: string) => known.get(ref);
  const ids = (of: readonly string[]) => of.map(ref => find(ref)?.id).filter(id => id !== undefined);
  const [root] = below === undefined ? [] : ids([below]);
  return {
    find,
    edges: yield* edgesAbove(ids(above)),
    below: root === undefined ? [] : yield* pendingBelow(root),
    ...(first ? { next: first } : {}),
    held: inProgress,
    label: label ? yield* freshLabel() : '',
  };
}

const withStatus = (status: TaskStatus, limit?: number): SqlWork<TaskOutline[]> =>
  select(outlines, { where: { 'status = ?': status }, order: 'seq', limit });

/** Tasks in the order in which they were made. */
function* byKey(key: 'id' | 'label', values: readonly string[]): SqlWork<TaskOutline[]> {
  const found: SqlRow[] = [];
  for (const chunk of inChunks(values, chunkSize)) {
    const sql = `select ${outlines.columns()}, seq from task where ${key} in (${marks(chunk)})`;
    addAll(found, yield* query(sql, chunk));
  }
  return found.sort((a, b) => Number(a.seq) - Number(b.seq)).map(row => outlines.row(row));
}

function* edgesAbove(ids: readonly string[]): SqlWork<readonly TaskEdge[]> {
  const edges = new Map<string, TaskEdge>();
  for (const id of ids) {
    const rows = yield* query(
      `with recursive above (id) as (
        select id from task where id = ? union select edge.depends_on from task_edge edge join above on edge.task_id = above.id)
      select task_id as "taskID", depends_on as "dependsOn" from task_edge where task_id in (select id from above)`,
      [id],
    );
    for (const row of rows) edges.set(`${row.taskID} ${row.dependsOn}`, toEdge(row));
  }
  return [...edges.values()];
}

const toEdge = (row: SqlRow): TaskEdge => ({ taskID: row.taskID as string, dependsOn: row.dependsOn as string });

function* pendingBelow(id: string): SqlWork<TaskSight['below']> {
  const rows = yield* query(
    `select ${outlines.columns()}, (
      select count(*) from task_edge edge join task other on other.id = edge.depends_on
      where edge.task_id = task.id and other.status <> 'done') as "open"
    from task where status = 'pending' and id in (select task_id from task_edge where depends_on = ?) order by seq`,
    [id],
  );
  return rows.map(row => ({ task: outlines.row(row), open: Number(row.open) }));
}

/** A label with the next number that nobody has given a task as its label. */
function* freshLabel(): SqlWork<string> {
  for (;;) {
    const [row] = yield* query(`update counter set value = value + 1 where name = 'task' returning value`);
    const label = `t${row?.value}`;
    if ((yield* byKey('label', [label])).length === 0) return label;
  }
}
