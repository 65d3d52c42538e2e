import type { EventRow, TaskRow } from '../store/port.ts';
import { TASK_CHANGED, type TaskChangedData } from './decisions/draft.ts';

/**
 * Replays tasks from their events, by id: from the first event on they are the very state of the store. An event that
 * comes twice counts once; a missing event throws.
 */
export function replayTasks(events: Iterable<Pick<EventRow, 'type' | 'data'>>, tasks = new Map<string, TaskRow>()) {
  for (const { type, data } of events) {
    if (type !== TASK_CHANGED) continue;
    const { taskID, rev, set } = data as TaskChangedData;
    const before = tasks.get(taskID);
    const known = before?.rev ?? 0;
    if (rev <= known) continue;
    if (rev > known + 1) throw new Error(`The events of task ${taskID} have a gap: ${known + 1} is missing`);
    const kept = Object.entries({ ...before, ...set }).filter(([, value]) => value !== null && value !== undefined);
    tasks.set(taskID, { id: taskID, ...Object.fromEntries(kept) } as unknown as TaskRow);
  }
  return tasks;
}
