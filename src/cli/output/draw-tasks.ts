import type { TaskOutline, TaskStatus } from '../../store/port.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import { toPrintableLine } from '../terminal/terminal.ts';

export const FORMATS = ['text', 'mermaid', 'dot'] as const;
export type GraphFormat = (typeof FORMATS)[number];

const LOOKS: Readonly<Record<TaskStatus, { readonly mark: string; readonly colour: string }>> = {
  pending: { mark: '·', colour: '#eeeeee' },
  ready: { mark: '○', colour: '#cfe8ff' },
  in_progress: { mark: '▸', colour: '#fff3bf' },
  submitted: { mark: '?', colour: '#e5dbff' },
  done: { mark: '✓', colour: '#d3f9d8' },
  deferred: { mark: '↺', colour: '#ffe8cc' },
  failed: { mark: '✗', colour: '#ffd6d6' },
};

const LONGEST_TITLE = 60;
/** A branch below so many others begins at the margin again. */
const DEEPEST = 10;

export function drawTasks(tasks: readonly TaskOutline[], format: GraphFormat): string {
  if (format === 'mermaid') return toMermaid(tasks);
  return format === 'dot' ? toDot(tasks) : toText(tasks);
}

export const cutTitle = (title: string): string => {
  const plain = toPrintableLine(title);
  return plain.length > LONGEST_TITLE ? `${plain.slice(0, LONGEST_TITLE - 1)}…` : plain;
};

/** Each task stands once, below the deepest one that it depends on; a row with one after each goes straight down. */
function toText(tasks: readonly TaskOutline[]): string {
  const labels = new Map(tasks.map(({ id, label }) => [id, label]));
  const { roots, below, parentOf } = spanningTree(tasks);
  const lines: string[] = [];
  type Visit = { task: TaskOutline; head: string; body: string; depth: number };
  // A list of what is still to draw, for a row of ten thousand tasks is deeper than calls may be nested.
  const waiting: Visit[] = roots.toReversed().map(task => ({ task, head: '', body: '', depth: 0 }));
  for (let visit = waiting.pop(); visit; visit = waiting.pop()) {
    const { task, head, body, depth } = visit;
    const parent = parentOf.get(task.id);
    const others = task.dependsOn.filter(id => id !== parent || head === '').map(id => labels.get(id) ?? id);
    const also = others.length === 0 ? '' : `  ${head === '' ? 'after' : 'and after'} ${sayLabels(others)}`;
    lines.push(`${head}${LOOKS[task.status].mark} ${task.label}  ${task.status}  ${cutTitle(task.title)}${also}`);
    const children = below.get(task.id) ?? [];
    if (children.length === 1) {
      waiting.push({ task: children[0]!, head: `${body}↓ `, body, depth });
    } else if (depth >= DEEPEST) {
      for (const child of children) waiting.unshift({ task: child, head: '', body: '', depth: 0 });
    } else {
      const branches = children.map((child, at) => {
        const [branch, below] = at === children.length - 1 ? ['└─ ', '   '] : ['├─ ', '│  '];
        return { task: child, head: `${body}${branch}`, body: `${body}${below}`, depth: depth + 1 };
      });
      addAll(waiting, branches.reverse());
    }
  }
  return lines.join('\n');
}

const sayLabels = (labels: readonly string[]): string =>
  labels.length > 8 ? `${labels.slice(0, 8).join(', ')} and ${labels.length - 8} more` : labels.join(', ');

/** A tree in which every task stands below the one of its dependencies that lies deepest. */
function spanningTree(tasks: readonly TaskOutline[]) {
  const levels = levelsOf(tasks);
  const parentOf = new Map<string, string>();
  const below = new Map<string, TaskOutline[]>();
  for (const task of tasks) {
    const known = task.dependsOn.filter(id => levels.has(id));
    if (known.length === 0) continue;
    const parent = known.reduce((deepest, id) => (levels.get(id)! > levels.get(deepest)! ? id : deepest));
    parentOf.set(task.id, parent);
    below.set(parent, [...(below.get(parent) ?? []), task]);
  }
  return { roots: tasks.filter(({ id }) => !parentOf.has(id)), below, parentOf };
}

/** How many tasks one after the other come before each: dependencies first, as far as they go. */
function levelsOf(tasks: readonly TaskOutline[]): ReadonlyMap<string, number> {
  const byID = new Map(tasks.map(task => [task.id, task]));
  const open = new Map(tasks.map(task => [task.id, task.dependsOn.filter(id => byID.has(id)).length]));
  const levels = new Map(tasks.filter(({ id }) => open.get(id) === 0).map(({ id }) => [id, 0]));
  const after = Map.groupBy(
    tasks.flatMap(({ id, dependsOn }) => dependsOn.map(on => ({ id, on }))),
    ({ on }) => on,
  );
  for (const [at, level] of levels) {
    for (const { id } of after.get(at) ?? []) {
      const left = open.get(id)! - 1;
      open.set(id, left);
      if (left === 0) levels.set(id, level + 1);
    }
  }
  return levels;
}

function toMermaid(tasks: readonly TaskOutline[]): string {
  const names = new Map(tasks.map(({ id }, at) => [id, `n${at}`]));
  const quote = (text: string) => toPrintableLine(text).replace(/[#&"<>`\\]/g, char => `#${char.charCodeAt(0)};`);
  const nodes = tasks.map(
    ({ id, label, title, status }) => `  ${names.get(id)}["${quote(`${label}: ${cutTitle(title)}`)}"]:::${status}`,
  );
  const classes = Object.entries(LOOKS).map(([status, { colour }]) => `  classDef ${status} fill:${colour},color:#000`);
  return ['flowchart TD', ...nodes, ...edgesOf(tasks, names, '-->'), ...classes].join('\n');
}

function toDot(tasks: readonly TaskOutline[]): string {
  const names = new Map(tasks.map(({ id }, at) => [id, `n${at}`]));
  const quote = (text: string) => text.replace(/["\\]/g, '\\$&');
  const nodes = tasks.map(({ id, label, title, status }) => {
    const text = `${quote(`${label}: ${cutTitle(title)}`)}\\n${status}`;
    return `  ${names.get(id)} [label="${text}", fillcolor="${LOOKS[status].colour}"];`;
  });
  const edges = edgesOf(tasks, names, '->').map(edge => `${edge};`);
  return ['digraph tasks {', '  node [shape=box, style=filled];', ...nodes, ...edges, '}'].join('\n');
}

const edgesOf = (tasks: readonly TaskOutline[], names: ReadonlyMap<string, string>, arrow: string): string[] =>
  tasks.flatMap(({ id, dependsOn }) =>
    dependsOn.filter(on => names.has(on)).map(on => `  ${names.get(on)} ${arrow} ${names.get(id)}`),
  );
