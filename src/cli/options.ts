import { type Command, Option } from 'commander';

/** Options that every command takes. */
export interface CommonOptions {
  readonly workspace?: string;
  readonly policy?: string;
  readonly store?: string;
  readonly yes?: boolean;
  /** Commander's form of --no-input. */
  readonly input: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function withCommonOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--workspace <dir>', 'the folder that calls work in (default: nearest config or .git, else here)'),
    )
    .addOption(new Option('--policy <name|file>', 'read-only, standard, privileged, or a JSON file'))
    .addOption(new Option('--store <path>', 'where state is kept: a file, or "memory"'))
    .addOption(new Option('--yes', 'answer every question with yes'))
    .addOption(new Option('--no-input', 'never ask; what would be asked is refused'))
    .addOption(new Option('--json', 'print one JSON document'))
    .addOption(new Option('--quiet', 'print results only'));
}
