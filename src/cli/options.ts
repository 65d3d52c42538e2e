import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AgentRole } from '../tool/context.ts';

export const roleOption = (): Option =>
  new Option(
    '--role <role>',
    'make calls as a worker, who takes tasks and hands in results (default orchestrator)',
  ).choices(['worker', 'orchestrator']);

export const planOption = (): Option =>
  new Option('--plan', 'keep all changes in the plan instead of writing them, until you apply it (see plan)');

export interface ServedToolsOptions {
  readonly tools?: readonly string[];
  readonly prefix?: string;
  readonly structured?: boolean;
}

export const servedToolsOptions = (): readonly Option[] => [
  new Option(
    '--tools <names>',
    'the tools to list, with commas: names of tools or packs, core or all (default core: the others are found by find_tools)',
  ).argParser((text: string) => {
    const names = text.split(',').map(name => name.trim());
    if (names.includes('')) throw new InvalidArgumentError('Give names with commas between them, such as core,git.');
    return names;
  }),
  new Option(
    '--prefix <text>',
    'what stands before each name, such as tg_, for hosts that have tools of the same names',
  ),
  new Option(
    '--structured',
    'send values beside the text, for programs; most assistants would show a model those instead',
  ),
];

export interface CommonOptions {
  readonly workspace?: string;
  readonly policy?: string;
  readonly store?: string;
  readonly yes?: boolean;
  /** Commander's form of --no-input. */
  readonly input: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** The role in which calls are made; an option of the commands that make or serve calls. */
  readonly role?: AgentRole;
  readonly plan?: boolean;
}

/** What a command does: its operands, then the options of the whole line; an exit code, where that is not 0. */
export type Action = (...args: never[]) => Promise<number | undefined> | Promise<void>;

const COMMON: readonly (readonly [flags: string, description: string])[] = [
  ['--workspace <dir>', 'the folder that calls work in (default: nearest config or .git, else here)'],
  ['--policy <name|file>', 'read-only, standard, privileged, or a JSON file'],
  ['--store <path>', 'where state is kept: a file, a URL of PostgreSQL, or "memory" (default: your state folder)'],
  ['--yes', 'answer every question with yes'],
  ['--no-input', 'never ask; what would be asked is refused'],
  ['--json', 'print exactly one JSON document, also when something fails'],
  ['--quiet', 'print results and failures only'],
];

const EVERYWHERE = 'Options of every command:';

export function withCommonOptions(command: Command): Command {
  for (const [flags, description] of COMMON) {
    command.addOption(new Option(flags, description).helpGroup(EVERYWHERE));
  }
  return command.addHelpOption(new Option('-h, --help', 'say more').helpGroup(EVERYWHERE));
}

/** The options written anywhere on the line, before the command's name or after it; the later one wins. */
export function mergedOptions(command: Command): CommonOptions {
  const line: Command[] = [];
  for (let at: Command | null = command; at; at = at.parent) line.unshift(at);
  const merged = { ...command.opts() };
  for (const each of line) {
    for (const [key, value] of Object.entries(each.opts())) {
      if (each.getOptionValueSource(key) === 'cli') merged[key] = value;
    }
  }
  return merged as CommonOptions;
}

export const wholeNumber =
  (least: number) =>
  (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} up.`);
  };
