import { Argument, InvalidArgumentError, Option } from 'commander';
import { OUTCOME_NAMES } from '../../tool/outcome.ts';
import { wholeNumber } from '../options.ts';
import type { CommandMaker } from './command-maker.ts';

const LOG_EXAMPLES = `
Examples:
  toolgate log --outcome failed --since 2h
  toolgate log --run 01a1e490-731e-7445-9873-6ac072bd576d --follow
  toolgate log --json --limit 1000 | jq -r 'select(.tool == "bash") | .args.command'`;

const code = () => import('../commands/dead-letters.ts');

export function addRecordCommands({ command, group, run }: CommandMaker): void {
  command('log', 'the calls that were made, a line each; or one of them in full')
    .addArgument(new Argument('[id]', 'a call, as its line ends'))
    .option('--follow', 'go on with each call that ends, also of other processes, until Ctrl-C')
    .option('--tool <name>', 'only calls of this tool')
    .option('--agent <name>', 'only of this agent')
    .addOption(new Option('--outcome <what>', 'only those that went so').choices([...OUTCOME_NAMES, 'open']))
    .option('--run <id>', 'only of this run (see runs)')
    .option('--session <id>', 'only of this session')
    .addOption(new Option('--since <when>', 'only since then: 30m, 2h, 7d, or a date').argParser(parseSince))
    .option('--limit <n>', 'how many (default 50)', wholeNumber(1))
    .addHelpText('after', `${LOG_EXAMPLES}\nWith --json each call is one document, on a line of its own.`)
    .action(run(() => import('../commands/log/log.ts'), 'log'));
  command('usage', 'calls, time, bytes and estimated tokens so far')
    .addOption(new Option('--by <what>', 'of what').choices(['tool', 'agent', 'session']).default('tool'))
    .action(run(() => import('../commands/usage.ts'), 'usage'));

  const letters = group('dead-letters', 'calls that failed for good', run(code, 'printDeadLetters'));
  command('list', 'list them', letters).action(run(code, 'printDeadLetters'));
  command('show <id>', 'show one', letters).action(run(code, 'showDeadLetter'));
  command('retry <id>', 'run one again, by hand', letters).action(run(code, 'retryDeadLetter'));
  command('drop <id>', 'forget one', letters).action(run(code, 'dropDeadLetter'));
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function parseSince(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const at = count === undefined ? Date.parse(text) : Date.now() - Number(count) * (UNITS[unit] ?? 0);
  if (Number.isFinite(at)) return at;
  throw new InvalidArgumentError('Write 30m, 2h, 7d, or a date such as 2026-11-16.');
}
