import type { TaskOutline, TaskStatus } from '../../store/port.ts';
import { taskCost } from '../../tasks/task-cost.ts';
import { sayTime } from '../../text/say.ts';
import type { CommonOptions } from '../options.ts';
import { cutTitle, drawTasks, type GraphFormat } from '../output/draw-tasks.ts';
import { sayLeftOut } from '../output/explain-left-out.ts';
import { outcomeJson, printOutcome } from '../output/outcome-line.ts';
import { withGate } from '../session.ts';
import { printable, table, toPrintableLine } from '../terminal/terminal.ts';

interface TasksCommandOptions extends CommonOptions {
  readonly status?: readonly TaskStatus[];
  readonly limit?: number;
}

export function printTasks(options: TasksCommandOptions): Promise<void> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const { limit = 200 } = options;
    const found = await gate.tasks.list({ ...chosen(options), limit: limit + 1 });
    const tasks = found.slice(0, limit);
    const counts = await gate.tasks.counts();
    const above = await gate.tasks.outlines([...new Set(tasks.flatMap(({ dependsOn }) => dependsOn))]);
    const labels = new Map(above.map(({ id, label }) => [id, label]));
    if (options.json) {
      const rows = tasks.map(task => ({ ...task, dependsOn: task.dependsOn.map(id => labels.get(id) ?? id) }));
      return terminal.json({ tasks: rows, counts, more: found.length > limit });
    }
    if (tasks.length === 0) return terminal.note('There are no such tasks.');
    terminal.result(table([HEAD, ...tasks.map(task => rowOf(task, labels))]));
    const there = Object.entries(counts).filter(([, count]) => count > 0);
    terminal.note(`\n${there.map(([status, count]) => `${count} ${status}`).join(', ')}`);
    if (found.length > limit) terminal.note(`There are more than ${limit}; see all with a larger --limit.`);
  });
}

const HEAD = ['LABEL', 'STATUS', 'HELD BY', 'DEPENDS ON', 'TITLE'];
const MOST_LABELS = 4;

function rowOf(task: TaskOutline, labels: ReadonlyMap<string, string>): readonly string[] {
  const above = task.dependsOn.map(id => labels.get(id) ?? id);
  const rest = above.length - MOST_LABELS;
  const on = `${above.slice(0, MOST_LABELS).join(', ')}${rest > 0 ? ` +${rest}` : ''}`;
  return [task.label, task.status, toPrintableLine(task.holder?.agent ?? ''), on, cutTitle(task.title)];
}

const chosen = ({ status }: TasksCommandOptions) => ({ status: status?.length ? status : undefined });

export function drawGraph(options: TasksCommandOptions & { readonly format?: GraphFormat }): Promise<void> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const tasks = await gate.tasks.list(chosen(options));
    const edges = tasks.flatMap(({ id, dependsOn }) => dependsOn.map(on => ({ from: on, to: id })));
    if (options.json) terminal.json({ tasks, edges });
    else if (tasks.length === 0) terminal.note('There are no such tasks.');
    else terminal.result(drawTasks(tasks, options.format ?? 'text'));
  });
}

export function showTask(id: string, options: CommonOptions): Promise<number | undefined> {
  return withGate(options, async ({ gate, terminal, abort }) => {
    const outcome = await gate.execute({ name: 'get_task', args: { id } }, { abort });
    if (!outcome.ok) return printOutcome(terminal, outcome, options);
    const task = await gate.tasks.get(id);
    const cost = await taskCost(gate.store, task.id, Date.now());
    const { calls, failed, milliseconds, tokens } = cost;
    const said = `cost: ${calls} calls (${failed} failed), ${sayTime(milliseconds)}, about ${tokens} tokens`;
    if (options.json) terminal.json({ ...outcomeJson(outcome), cost });
    else terminal.result(`${printable(outcome.output)}\n${said}`);
    return undefined;
  });
}

/** What a person does to a task is a call like any other: judged, recorded and seen. */
export function callTaskTool<Options extends CommonOptions>(
  { tool: name, toArgs }: { readonly tool: string; readonly toArgs: (operand: string, options: Options) => object },
  operand: string,
  options: Options,
): Promise<number> {
  return withGate(options, async ({ gate, terminal, settings, abort }) => {
    const args = Object.fromEntries(
      Object.entries(toArgs(operand, options)).filter(([, value]) => value !== undefined),
    );
    const outcome = await gate.execute({ name, args }, { abort });
    return printOutcome(terminal, sayLeftOut(outcome, name, settings), options);
  });
}
