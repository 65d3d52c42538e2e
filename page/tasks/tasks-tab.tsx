import { ListTodo } from 'lucide-react';
import { useState } from 'react';
import type { TaskList } from '../../src/console/api.ts';
import { linkTo, useRoute } from '../core/route.ts';
import { useListKeys } from '../core/use-list-keys.ts';
import { useResource } from '../core/use-resource.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Split } from '../parts/split.tsx';
import { counted } from '../parts/time.tsx';
import { TaskDetailView } from './task-detail.tsx';
import { TaskGraph } from './task-graph.tsx';
import { TaskTable } from './task-table.tsx';

/** More than this is no picture any more. */
const MOST_DRAWN = 400;

export function TasksTab() {
  const { id } = useRoute();
  const { data, failure } = useResource<TaskList>('/tasks', 'tasks');
  const tasks = data?.tasks ?? [];
  const [chosen, setChosen] = useState<'graph' | 'list'>();
  const form = chosen ?? (tasks.length > MOST_DRAWN ? 'list' : 'graph');
  useListKeys({
    ids: () => tasks.map(task => task.id),
    open: id,
    link: each => linkTo('tasks', each),
    back: linkTo('tasks'),
  });
  const list = (
    <>
      <div className="bar">
        <fieldset className="switch">
          <legend className="unseen">How tasks are shown</legend>
          {(['graph', 'list'] as const).map(each => (
            <button key={each} type="button" aria-pressed={form === each} onClick={() => setChosen(each)}>
              {each === 'graph' ? 'Graph' : 'List'}
            </button>
          ))}
        </fieldset>
        <span className="hint">
          {data
            ? `${counted(tasks.length, 'task')}, ${tasks.filter(({ status }) => status === 'done').length} done`
            : 'Loading…'}
        </span>
      </div>
      <FailureNote failure={failure} />
      {data && tasks.length === 0 && (
        <EmptyState icon={ListTodo} title="No tasks">
          Agents plan with <code>create_task</code>; what depends on what is drawn here.
        </EmptyState>
      )}
      {tasks.length > 0 &&
        (form === 'graph' ? <TaskGraph tasks={tasks} open={id} /> : <TaskTable tasks={tasks} open={id} />)}
    </>
  );
  const detail = id === undefined ? undefined : <TaskDetailView key={id} id={id} tasks={tasks} />;
  return <Split list={list} detail={detail} back={linkTo('tasks')} of={id} label="The task" />;
}
