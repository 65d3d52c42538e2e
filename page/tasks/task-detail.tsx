import type { TaskDetail } from '../../src/console/api.ts';
import type { TaskOutline } from '../../src/store/port.ts';
import { segment } from '../core/request.ts';
import { linkTo } from '../core/route.ts';
import { useResource } from '../core/use-resource.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Output, Plain } from '../parts/plain.tsx';
import { Time } from '../parts/time.tsx';
import { StatusBadge } from './task-status.tsx';

export function TaskDetailView({ id, tasks }: { readonly id: string; readonly tasks: readonly TaskOutline[] }) {
  const { data, failure } = useResource<TaskDetail>(`/tasks/${segment(id)}`, 'tasks');
  if (!data) return failure ? <FailureNote failure={failure} /> : <p className="hint">Loading…</p>;
  return (
    <article>
      <h2>
        <StatusBadge status={data.status} /> <Plain text={`${data.label}: ${data.title}`} />
      </h2>
      <p className="facts">
        <span>
          made by <Plain text={data.createdBy} />
        </span>
        <Time at={data.createdAt} />
        {data.attempt > 0 && (
          <span>
            attempt {data.attempt}
            {data.maxAttempts === undefined ? '' : ` of ${data.maxAttempts}`}
          </span>
        )}
        {data.holder && (
          <a href={linkTo('live', undefined, { session: data.holder.sessionID })}>
            held by <Plain text={data.holder.agent} />
          </a>
        )}
      </p>
      <Neighbours title="Depends on" ids={data.dependsOn} tasks={tasks} />
      <Neighbours
        title="Needed by"
        ids={tasks.filter(task => task.dependsOn.includes(id)).map(task => task.id)}
        tasks={tasks}
      />
      <Text title="Description" text={data.description} />
      <Text title="Result" text={data.result} />
      <Text title="Why it came back" text={data.reason} />
    </article>
  );
}

function Text({ title, text }: { readonly title: string; readonly text: string | undefined }) {
  if (!text) return null;
  return (
    <>
      <h3>{title}</h3>
      <Output label={title} text={text} />
    </>
  );
}

interface NeighboursProps {
  readonly title: string;
  readonly ids: readonly string[];
  readonly tasks: readonly TaskOutline[];
}

function Neighbours({ title, ids, tasks }: NeighboursProps) {
  const found = ids.map(id => tasks.find(task => task.id === id)).filter(task => task !== undefined);
  if (found.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="neighbours">
        {found.map(task => (
          <li key={task.id}>
            <StatusBadge status={task.status} />{' '}
            <a href={linkTo('tasks', task.id)}>
              <Plain text={`${task.label}: ${task.title}`} />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
