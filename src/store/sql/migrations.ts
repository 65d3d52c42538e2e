/** The words in which the two databases differ. */
export interface Dialect {
  readonly text: string;
  readonly integer: string;
  readonly bytes: string;
  /** Gives every row of a table the next number when it is inserted, and numbers the rows that are there. */
  numbered(table: string): readonly string[];
  /** Makes a numbered table anew, with its indexes, where rows are then numbered more cheaply. */
  renumbered(table: string, columns: string, indexes: readonly string[]): readonly string[];
}

export const sqliteDialect: Dialect = {
  text: 'text',
  integer: 'integer',
  bytes: 'blob',
  numbered: table => [
    `alter table ${table} add column seq integer`,
    `update ${table} set seq = rowid`,
    `create unique index ${table}_seq on ${table} (seq)`,
    `create trigger ${table}_number after insert on ${table} begin
      update ${table} set seq = (select coalesce(max(seq), 0) + 1 from ${table}) where id = new.id; end`,
  ],
  renumbered(table, columns, indexes) {
    const typed = columns.split(/,\s+/);
    const names = typed.map(column => column.split(' ')[0]).join(', ');
    return [
      `create table ${table}_new (seq integer primary key, ${typed.join(', ')})`,
      `insert into ${table}_new (seq, ${names}) select seq, ${names} from ${table}`,
      `drop table ${table}`,
      `alter table ${table}_new rename to ${table}`,
      ...indexes,
    ];
  },
};

/** Each entry leads from the version before it to its own; the first makes version 1. Released entries never change. */
export const migrations: readonly ((dialect: Dialect) => readonly string[])[] = [
  ({ text, integer, bytes }) => [
    // Numbers that only grow. A row is locked until the commit, so numbers are seen in their order.
    `create table counter (name ${text} primary key, value ${integer} not null)`,
    `insert into counter (name, value) values ('event', 0), ('claim', 0)`,

    `create table process (
      id ${text} primary key, host ${text} not null, boot ${text} not null, pid ${integer} not null,
      started ${text} not null, heartbeat ${integer} not null)`,

    `create table call (
      id ${text} primary key, label ${text}, session_id ${text} not null, turn ${integer} not null,
      agent ${text} not null, process_id ${text} not null, tool ${text} not null, args ${text},
      status ${text} not null, effects ${text} not null, danger ${text} not null, verdict ${text}, reasons ${text},
      facts ${text}, repeatable ${integer} not null, prepared_at ${integer} not null, started_at ${integer},
      settled_at ${integer}, ok ${integer}, error ${text}, attempts ${integer}, bytes ${integer}, tokens ${integer},
      change_set_id ${text})`,
    `create index call_session on call (session_id, id)`,
    `create index call_open on call (status, process_id) where status <> 'settled'`,

    `create table event (
      seq ${integer} primary key, type ${text} not null, at ${integer} not null, session_id ${text} not null,
      agent ${text} not null, call_id ${text}, data ${text} not null)`,
    `create index event_call on event (call_id, seq) where call_id is not null`,
    `create index event_session on event (session_id, seq)`,

    `create table change_set (
      id ${text} primary key, call_id ${text} not null, session_id ${text} not null, agent ${text} not null,
      turn ${integer} not null, process_id ${text} not null, title ${text} not null, at ${integer} not null,
      status ${text} not null, undoes ${text}, action ${text})`,
    `create index change_set_session on change_set (session_id, turn, id)`,
    `create index change_set_open on change_set (status, id) where status in ('intent', 'planned', 'pending')`,

    `create table change (
      id ${text} primary key, set_id ${text} not null references change_set (id) on delete cascade,
      ord ${integer} not null, path ${text} not null, operation ${text} not null, "before" ${text}, "after" ${text},
      temp ${text}, moved_from ${text}, moved_to ${text}, added ${integer} not null, removed ${integer} not null,
      undone_by ${text})`,
    `create unique index change_set_ord on change (set_id, ord)`,
    `create index change_path on change (path, set_id, ord)`,

    // The bytes stand last, so that the small columns are read without them.
    `create table blob (
      sha ${text} primary key, size ${integer} not null, packed ${integer} not null, bytes ${bytes} not null)`,
    `create index blob_size on blob (size)`,
    // The table says which sets still need which images.
    `create table image (
      set_id ${text} not null references change_set (id) on delete cascade, sha ${text} not null,
      primary key (set_id, sha))`,
    `create index image_sha on image (sha, set_id)`,

    `create table approval (
      id ${text} primary key, call_id ${text} not null, session_id ${text} not null, agent ${text} not null,
      process_id ${text} not null, tool ${text} not null, request ${text} not null, grant_key ${text} not null,
      status ${text} not null, answer ${text}, answered_by ${text}, created_at ${integer} not null,
      answered_at ${integer}, expires_at ${integer} not null)`,
    `create index approval_status on approval (status, id)`,
    `create table approval_grant (
      approval_id ${text} primary key, grant_key ${text} not null, expires_at ${integer} not null)`,
    `create index approval_grant_key on approval_grant (grant_key, expires_at)`,

    `create table rule (
      id ${text} primary key, rule ${text} not null, created_at ${integer} not null, created_by ${text} not null)`,

    `create table claim (
      resource ${text} primary key, owner ${text} not null, agent ${text} not null, token ${integer} not null,
      expires_at ${integer} not null)`,
    `create index claim_owner on claim (owner)`,

    `create table dead_letter (
      id ${text} primary key, call_id ${text} not null, session_id ${text} not null, agent ${text} not null,
      tool ${text} not null, args ${text}, error ${text} not null, attempts ${integer} not null,
      at ${integer} not null, status ${text} not null)`,
    `create index dead_letter_status on dead_letter (status, id)`,

    `create table state (name ${text} primary key, value ${text} not null)`,
  ],
  ({ text, integer }) => [
    `insert into counter (name, value) values ('task', 0)`,
    // Texts are JSON: one of the databases refuses a zero byte in plain text.
    `create table task (
      id ${text} primary key, label ${text} not null, title ${text} not null, status ${text} not null,
      rev ${integer} not null, depends_on ${text} not null, attempt ${integer} not null, max_attempts ${integer},
      holder ${text}, expires_at ${integer}, submitted_by ${text}, created_by ${text} not null,
      created_at ${integer} not null, changed_at ${integer} not null, description ${text}, result ${text},
      reason ${text})`,
    `create unique index task_label on task (label)`,
    `create index task_status on task (status, id)`,
    // The edges that depends_on says, to be followed both ways.
    `create table task_edge (
      task_id ${text} not null references task (id), depends_on ${text} not null references task (id),
      primary key (task_id, depends_on))`,
    `create index task_edge_below on task_edge (depends_on, task_id)`,
  ],
  ({ text, integer }) => [
    `create table run (
      id ${text} primary key, root_id ${text} not null, parent_id ${text}, kind ${text} not null,
      status ${text} not null, epoch ${integer} not null, job_id ${text} not null, process_id ${text},
      spec ${text} not null, result ${text}, error ${text}, created_at ${integer} not null,
      changed_at ${integer} not null)`,
    `create index run_open on run (status, id) where status in ('queued', 'running')`,
    `create index run_parent on run (parent_id, id) where parent_id is not null`,
    `create table run_head (run_id ${text} primary key, head ${text} not null)`,
    `create table run_message (
      run_id ${text} not null, place ${integer} not null, message ${text} not null, primary key (run_id, place))`,
    `create table run_step (
      run_id ${text} not null, name ${text} not null, call_id ${text} not null, repeatable ${integer} not null,
      outcome ${text}, primary key (run_id, name))`,
  ],
  // Ids begin with a time, and clocks jump: the order of rows is told by a number of the store's own.
  ({ numbered }) => [
    ...['call', 'change_set', 'approval', 'dead_letter', 'rule', 'task', 'run'].flatMap(numbered),
    `drop index call_session`,
    `create index call_session on call (session_id, seq)`,
    `drop index change_set_session`,
    `create index change_set_session on change_set (session_id, turn, seq)`,
    `drop index change_set_open`,
    `create index change_set_open on change_set (status, seq) where status in ('intent', 'planned', 'pending')`,
    `drop index approval_status`,
    `create index approval_status on approval (status, seq)`,
    `drop index dead_letter_status`,
    `create index dead_letter_status on dead_letter (status, seq)`,
    `drop index task_status`,
    `create index task_status on task (status, seq)`,
    `drop index run_open`,
    `create index run_open on run (status, seq) where status in ('queued', 'running')`,
    `drop index run_parent`,
    `create index run_parent on run (parent_id, seq) where parent_id is not null`,
  ],
  ({ text }) => [`alter table change_set add column label ${text}`],
  ({ text, integer }) => [
    `alter table call add column title ${text}`,
    `alter table call add column exit_code ${integer}`,
    `alter table call add column waited ${integer}`,
    `alter table call add column asked_args ${text}`,
  ],
  ({ text }) => [
    `alter table call add column outcome ${text}`,
    `update call set outcome = case when ok = 1 then 'ok' when error like '%"code":"UNDO_CONFLICT"%' then 'conflict'
       when error like '%"type":"permission_error"%' or error like '%"type":"security_error"%' then 'denied'
       else 'failed' end where ok is not null`,
    `create index call_outcome on call (outcome, seq)`,
  ],
  ({ text, integer, numbered }) => [
    `alter table call add column parent_id ${text}`,
    `create index call_parent on call (parent_id, seq) where parent_id is not null`,
    `create table script_step (
      id ${text} primary key, script ${text} not null, place ${integer} not null, hash ${text} not null,
      call_id ${text} not null, repeatable ${integer} not null, outcome ${text}, told ${integer}, at ${integer} not null)`,
    ...numbered('script_step'),
    `create index script_step_script on script_step (script, place)`,
  ],
  // A row of this table is written with every call, and a trigger that numbers it costs more than all the rest.
  ({ text, integer, renumbered }) =>
    renumbered(
      'call',
      `id ${text} not null unique, label ${text}, session_id ${text} not null, parent_id ${text},
        turn ${integer} not null, agent ${text} not null, process_id ${text} not null, tool ${text} not null,
        args ${text}, status ${text} not null, effects ${text} not null, danger ${text} not null, verdict ${text},
        reasons ${text}, facts ${text}, repeatable ${integer} not null, prepared_at ${integer} not null,
        started_at ${integer}, settled_at ${integer}, ok ${integer}, outcome ${text}, error ${text},
        attempts ${integer}, bytes ${integer}, tokens ${integer}, change_set_id ${text}, title ${text},
        exit_code ${integer}, waited ${integer}, asked_args ${text}`,
      [
        `create index call_session on call (session_id, seq)`,
        `create index call_open on call (status, process_id) where status <> 'settled'`,
        `create index call_outcome on call (outcome, seq)`,
        `create index call_parent on call (parent_id, seq) where parent_id is not null`,
      ],
    ),
];
