import { type Command, InvalidArgumentError, Option } from 'commander';
import { STATUSES } from '../../tasks/machine.ts';
import { nearest } from '../../tool/text/nearest.ts';
import { wholeNumber } from '../options.ts';
import { FORMATS } from '../output/draw-tasks.ts';
import type { CommandMaker } from './command-maker.ts';

type Args = Readonly<Record<string, unknown>>;

const code = () => import('../commands/tasks.ts');

export function addTaskCommands({ group, command, run }: CommandMaker): void {
  const tasks = withFilters(group('tasks', 'the tasks that agents share', run(code, 'printTasks')));
  withFilters(command('list', 'list them with their states', tasks)).action(run(code, 'printTasks'));
  command('graph', 'draw what depends on what', tasks)
    .addOption(statusOption())
    .addOption(new Option('--format <format>', 'how it is drawn (default text)').choices(FORMATS))
    .action(run(code, 'drawGraph'));

  /** A command that is a call of a tool: its operand, and its options under the names of the tool. */
  const calls = (tool: string, toArgs: (operand: string, options: Args) => Args) =>
    run(code, 'callTaskTool', { tool, toArgs });
  command('show <id>', 'show one, with its result and what it cost', tasks).action(run(code, 'showTask'));
  command('create <title>', 'make one', tasks)
    .option('--description <text>', 'all that a worker needs to know')
    .option('--label <label>', 'a short name of its own')
    .option('--depends-on <ids...>', 'ids or labels of those that must be done before')
    .option('--max-attempts <n>', 'failed after so many', wholeNumber(1))
    .action(
      calls('create_task', (title, { description, label, dependsOn, maxAttempts }) => ({
        title,
        description,
        label,
        depends_on: dependsOn,
        max_attempts: maxAttempts,
      })),
    );
  command('complete <id>', 'accept a submitted one as done', tasks).action(calls('complete_task', id => ({ id })));
  command('reject <id>', 'reject a submitted one', tasks)
    .option('--reason <text>', 'what is wrong with it')
    .option('--ready', 'make it ready again at once')
    .action(calls('reject_task', (id, { reason, ready }) => ({ id, reason, ready })));
  command('retry <id>', 'make one ready again that was deferred, has failed or is held', tasks)
    .option('--max-attempts <n>', 'allow so many', wholeNumber(1))
    .action(calls('task_update', (id, { maxAttempts }) => ({ id, status: 'ready', max_attempts: maxAttempts })));
  command('fail <id>', 'give one up', tasks)
    .option('--reason <text>', 'why')
    .action(calls('task_update', (id, { reason }) => ({ id, status: 'failed', reason })));
}

const withFilters = (command: Command): Command =>
  command.addOption(statusOption()).option('--limit <n>', 'how many (default 200)', wholeNumber(1));

const statusOption = (): Option =>
  new Option('--status <states>', `only these, with commas: ${STATUSES.join(', ')}`).argParser(parseStates);

function parseStates(text: string): readonly string[] {
  const states = text.split(',').map(state => state.trim().replaceAll('-', '_'));
  const wrong = states.find(state => !STATUSES.includes(state as (typeof STATUSES)[number]));
  if (wrong === undefined) return states;
  const [near] = nearest(wrong, STATUSES, 1);
  throw new InvalidArgumentError(near ? `Did you mean ${near}?` : `There are ${STATUSES.join(', ')}.`);
}
