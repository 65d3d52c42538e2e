import type { Command } from 'commander';
import { nearest } from '../../tool/text/nearest.ts';
import { EXIT } from '../exit-codes.ts';
import { type Action, mergedOptions } from '../options.ts';

/** The code of a command, which is loaded when the command is chosen. */
type Load<K extends string> = () => Promise<Readonly<Record<K, Action>>>;

export interface CommandMaker {
  command(usage: string, description: string, parent?: Command): Command;
  /** Runs an export of a file: it is given what stands in `first`, the operands, and the options of the whole line. */
  run<K extends string>(
    load: Load<K>,
    name: K,
    ...first: unknown[]
  ): (this: Command, ...given: unknown[]) => Promise<void>;
  /** A command with commands of its own; alone it does what its first one does. */
  group(name: string, description: string, run: ReturnType<CommandMaker['run']>): Command;
}

/** `exit` is called with what the chosen command exits with. */
export function createCommandMaker(program: Command, exit: (code: number) => void): CommandMaker {
  const command = (usage: string, description: string, parent = program) =>
    parent.command(usage).description(description);
  return {
    command,
    run: (load, name, ...first) =>
      async function (this: Command, ...given) {
        const action = (await load())[name] as (...args: unknown[]) => ReturnType<Action>;
        exit((await action(...first, ...given.slice(0, -2), mergedOptions(this))) ?? EXIT.done);
      },
    group(name, description, run) {
      const made = command(name, description)
        .helpCommand(false)
        .enablePositionalOptions()
        .usage('[options] [command]')
        .argument('[command]');
      return made.action(function (this: Command, word: string | undefined, ...given: unknown[]) {
        if (word !== undefined) unknownCommand(made, word);
        return run.call(this, ...given);
      });
    },
  };
}

export function unknownCommand(parent: Command, word: string): never {
  const names = parent.commands.map(command => command.name());
  const [near] = nearest(word, names, 1);
  return parent.error(`error: unknown command '${word}'${near ? `\n(Did you mean ${near}?)` : ''}`);
}
