import { type Argument, Command } from 'commander';
import { withCommonOptions } from './options.ts';
import { addCallCommands } from './program/call-commands.ts';
import { addChangeCommands } from './program/change-commands.ts';
import { type CommandMaker, createCommandMaker, unknownCommand } from './program/command-maker.ts';
import { addDecisionCommands } from './program/decision-commands.ts';
import { addHookCommands } from './program/hook-commands.ts';
import { addRecordCommands } from './program/record-commands.ts';
import { addServeCommands } from './program/serve-commands.ts';
import { addSetUpCommands } from './program/set-up-commands.ts';
import { addStateCommands } from './program/state-commands.ts';
import { addTaskCommands } from './program/task-commands.ts';
import { addWorkerCommands } from './program/worker-commands.ts';
import { addWrapCommands } from './program/wrap-commands.ts';

interface ProgramOptions {
  readonly version: string;
  readonly exit: (code: number) => void;
  /** The first word of the line: where it is a command, other commands are left out, for nobody asks for them. */
  readonly word?: string | undefined;
}

/** The commands, in the order in which the help lists them, and what adds them. */
const COMMANDS: readonly (readonly [readonly string[], (maker: CommandMaker, version: string) => void])[] = [
  [['exec', 'run', 'explain', 'tools'], addCallCommands],
  [['changes', 'undo', 'redo', 'plan'], addChangeCommands],
  [['policy', 'approvals'], addDecisionCommands],
  [['tasks'], addTaskCommands],
  [['log', 'usage', 'dead-letters'], addRecordCommands],
  [['state'], addStateCommands],
  [['worker', 'runs'], addWorkerCommands],
  [['serve', 'mcp', 'acp'], addServeCommands],
  [['hook'], addHookCommands],
  [['wrap'], addWrapCommands],
  [['trust', 'sign-in', 'doctor', 'init', 'demo', 'completion'], addSetUpCommands],
];

const AFTER_ALL = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 denied, 124 timeout, 130 interrupted.
Start with: toolgate demo`;

/** All commands. Each loads its code only when it is chosen. */
export function createProgram({ version, exit, word = '' }: ProgramOptions): Command {
  const program = new Command('toolgate')
    .description("Everything between a model's tool call and its effect.")
    .version(version)
    .helpCommand(false)
    // An option after a command's name is the command's: the value of `--args` is never taken for an option.
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: each => [each.name(), ...each.registeredArguments.map(nameOf)].join(' ') })
    .addHelpText('after', AFTER_ALL);

  const maker = createCommandMaker(program, exit);
  const asked = COMMANDS.filter(([names]) => names.includes(word));
  for (const [, add] of asked.length > 0 ? asked : COMMANDS) add(maker, version);
  // What the scripts of `completion` ask: toolgate complete -- WORDS.
  program.command('complete [words...]', { hidden: true }).action(async (words: readonly string[]) => {
    const { completeWords } = await import('./commands/completion/completion.ts');
    await completeWords(program, words);
  });
  program
    .command('help [command...]')
    .description('say more about a command')
    .action((words: readonly string[]) => commandNamed(program, words).help());
  for (const each of listCommands(program)) withCommonOptions(each);
  return program;
}

export const listCommands = (program: Command): Command[] => [
  program,
  ...program.commands.flatMap(command => listCommands(command as Command)),
];

const nameOf = (argument: Argument): string => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`);

function commandNamed(program: Command, words: readonly string[]): Command {
  let at = program;
  for (const word of words) at = at.commands.find(command => command.name() === word) ?? unknownCommand(at, word);
  return at;
}
