import type { TaskChange, TaskHolder, TaskOutline, TaskRow, TaskStatus } from '../../store/port.ts';
import type { AgentRole } from '../../tool/context.ts';

export const TASK_CHANGED = 'task_changed';

export interface TaskActor extends TaskHolder {
  readonly role: AgentRole;
  readonly callID?: string;
}

type Fields = Partial<Omit<TaskRow, 'id' | 'rev' | 'changedAt'>>;

/** The data of an event: every field that is different afterwards, so that the tasks can be made again from events. */
export interface TaskChangedData extends Readonly<Record<string, unknown>> {
  readonly taskID: string;
  readonly label: string;
  readonly from: TaskStatus | null;
  readonly to: TaskStatus;
  readonly rev: number;
  readonly by: TaskHolder & { readonly role: AgentRole };
  /** Fields that are set; null empties a field. */
  readonly set: Readonly<Record<string, unknown>>;
}

/** The changes of one decision, in order. */
export interface Draft {
  readonly changes: readonly TaskChange[];
  create(task: Omit<TaskRow, 'rev' | 'createdBy' | 'createdAt' | 'changedAt'>): TaskOutline;
  change(task: TaskOutline, fields: Fields): TaskOutline;
}

export function startDraft(by: TaskActor, now: number): Draft {
  const changes: TaskChange[] = [];
  const note = (id: string, before: TaskOutline | undefined, after: TaskOutline, set: TaskChange['set']) => {
    const { agent, sessionID, processID, role, callID } = by;
    const data: TaskChangedData = {
      taskID: id,
      label: after.label,
      from: before?.status ?? null,
      to: after.status,
      rev: after.rev,
      by: { agent, sessionID, processID, role },
      set: Object.fromEntries(Object.entries(set).map(([field, value]) => [field, value ?? null])),
    };
    const event = { type: TASK_CHANGED, at: now, sessionID, agent, ...(callID === undefined ? {} : { callID }), data };
    changes.push({ id, set, created: before === undefined, event });
    return after;
  };
  return {
    changes,
    create(task) {
      const { id, ...set } = { ...task, rev: 1, createdBy: by.agent, createdAt: now, changedAt: now };
      return note(id, undefined, { id, ...set }, set);
    },
    change(task, fields) {
      const set = { ...fields, rev: task.rev + 1, changedAt: now };
      return note(task.id, task, { ...task, ...set }, set);
    },
  };
}
