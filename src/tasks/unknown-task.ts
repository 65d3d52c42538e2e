import type { TaskStore } from '../store/port.ts';
import { ToolError } from '../tool/error.ts';
import { nearest } from '../tool/text/nearest.ts';

/** The most tasks that are looked through for near ones. */
const MOST = 2_000;

/** Explains which tasks are near in label or title. */
export async function explainUnknown(store: TaskStore, ref: string): Promise<ToolError> {
  const tasks = await store.list({ limit: MOST });
  const shown = JSON.stringify(ref.length > 80 ? `${ref.slice(0, 80)}…` : ref);
  const labels = new Map<string, string>();
  for (const { label, title } of tasks) labels.set(title, label);
  for (const { label } of tasks) labels.set(label, label);
  const near = [...new Set(nearest(ref, labels.keys()).map(name => labels.get(name)!))];
  const titles = new Map(tasks.map(({ label, title }) => [label, title]));
  return new ToolError('INVALID_ARGUMENTS', `No task has the id or label ${shown}. Nothing was changed.`, {
    suggestion:
      near.length > 0
        ? `Did you mean ${near.map(label => `${label} (${titles.get(label)})`).join(', ')}?`
        : tasks.length > 0
          ? 'See list_tasks.'
          : 'There are no tasks yet.',
    details: { nearest: near },
  });
}
