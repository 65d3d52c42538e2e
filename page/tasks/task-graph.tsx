import { useMemo } from 'react';
import type { TaskOutline } from '../../src/store/port.ts';
import { linkTo } from '../core/route.ts';
import { readable } from '../parts/plain.tsx';
import { ScrollBox } from '../parts/scroll-box.tsx';
import { layOut, NODE } from './lay-out.ts';
import { statusWord } from './task-status.tsx';

interface TaskGraphProps {
  readonly tasks: readonly TaskOutline[];
  readonly open: string | undefined;
}

/** The graph as a picture whose nodes are links; the list says the same in words. */
export function TaskGraph({ tasks, open }: TaskGraphProps) {
  const shape = JSON.stringify(tasks.map(({ id, dependsOn }) => ({ id, dependsOn })));
  const laid = useMemo(() => layOut(JSON.parse(shape) as readonly TaskOutline[]), [shape]);
  const byId = new Map(tasks.map(task => [task.id, task]));
  return (
    <ScrollBox className="graph-scroll" label="Graph of tasks">
      <svg className="graph" width={laid.width} height={laid.height} viewBox={`0 0 ${laid.width} ${laid.height}`}>
        <title>Tasks and what they depend on; the list has the same in words</title>
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 L8 4 L0 8 z" />
          </marker>
        </defs>
        {laid.edges.map(({ key, path }) => (
          <path key={key} className="edge" d={path} markerEnd="url(#arrow)" />
        ))}
        {laid.nodes.map(({ id, x, y }) => {
          const task = byId.get(id);
          return task && <TaskNode key={id} task={task} x={x} y={y} open={id === open} />;
        })}
      </svg>
    </ScrollBox>
  );
}

interface TaskNodeProps {
  readonly task: TaskOutline;
  readonly x: number;
  readonly y: number;
  readonly open: boolean;
}

function TaskNode({ task, x, y, open }: TaskNodeProps) {
  const title = readable(task.title);
  const state = `${readable(task.label)} · ${statusWord(task.status)}`;
  return (
    <a href={linkTo('tasks', task.id)} className={`task ${task.status}`} aria-current={open ? 'true' : undefined}>
      <title>{`${state}: ${title}`}</title>
      <g transform={`translate(${x} ${y})`}>
        <rect width={NODE.width} height={NODE.height} rx="6" />
        <text x="10" y="18" className="task-label">
          {cut(state, 27)}
        </text>
        <text x="10" y="34" className="task-title">
          {cut(title, 26)}
        </text>
        <text x="10" y="49" className="task-holder">
          {cut(task.holder ? readable(task.holder.agent) : task.attempt > 0 ? `attempt ${task.attempt}` : '', 28)}
        </text>
      </g>
    </a>
  );
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
