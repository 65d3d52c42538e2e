import dagre from '@dagrejs/dagre';
import type { TaskOutline } from '../../src/store/port.ts';

export const NODE = { width: 190, height: 58 } as const;

export interface Laid {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly { readonly id: string; readonly x: number; readonly y: number }[];
  readonly edges: readonly { readonly key: string; readonly path: string }[];
}

/** Places of the tasks, what others depend on first. Only ids and edges matter, so that a change of state moves nothing. */
export function layOut(tasks: readonly Pick<TaskOutline, 'id' | 'dependsOn'>[]): Laid {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 16, ranksep: 44, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(tasks.map(({ id }) => id));
  for (const { id } of tasks) graph.setNode(id, { ...NODE });
  for (const { id, dependsOn } of tasks) for (const from of dependsOn) if (known.has(from)) graph.setEdge(from, id);
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    nodes: graph
      .nodes()
      .map(id => ({ id, x: graph.node(id).x - NODE.width / 2, y: graph.node(id).y - NODE.height / 2 })),
    edges: graph.edges().map(edge => ({ key: `${edge.v} ${edge.w}`, path: pathOf(graph.edge(edge).points) })),
  };
}

const pathOf = (points: readonly { readonly x: number; readonly y: number }[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ');
