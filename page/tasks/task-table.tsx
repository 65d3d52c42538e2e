import type { TaskOutline } from '../../src/store/port.ts';
import { linkTo } from '../core/route.ts';
import { Plain, readable } from '../parts/plain.tsx';
import { Windowed } from '../parts/windowed.tsx';
import { StatusBadge } from './task-status.tsx';

interface TaskTableProps {
  readonly tasks: readonly TaskOutline[];
  readonly open: string | undefined;
}

export function TaskTable({ tasks, open }: TaskTableProps) {
  const labels = new Map(tasks.map(({ id, label }) => [id, label]));
  return (
    <Windowed
      items={tasks}
      row={54}
      label="Tasks"
      selected={open}
      render={task => (
        <a className="row" href={linkTo('tasks', task.id)} aria-current={task.id === open ? 'true' : undefined}>
          <span className="row-head">
            <StatusBadge status={task.status} />
            <span className="row-title">
              <Plain text={`${task.label}: ${task.title}`} />
            </span>
          </span>
          <span className="row-more">
            {task.holder && <Plain text={task.holder.agent} />}
            {task.dependsOn.length > 0 && (
              <span>depends on {readable(task.dependsOn.map(each => labels.get(each) ?? each).join(', '))}</span>
            )}
          </span>
        </a>
      )}
    />
  );
}
