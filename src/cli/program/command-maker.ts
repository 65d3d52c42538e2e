import type { Command } from 'commander';
import { nearest } from '../../tool/text/nearest.ts';
import { type Action, mergedOptions } from '../options.ts';

type Load = () => Promise<Action>;

export interface CommandMaker {
  command(usage: string, description: string, parent?: Command): Command;
  /** A command with commands of its own; alone it does what its first one does. */
  group(name: string, description: string, load: Load): Command;
  /** Loads the code of a command when it is chosen, and runs it. */
  run(load: Load): (this: Command, ...given: unknown[]) => Promise<void>;
}

/** `exit` is called with what the chosen command exits with. */
export function createCommandMaker(program: Command, exit: (code: number) => void): CommandMaker {
  const command = (usage: string, description: string, parent = program) =>
    parent.command(usage).description(description);
  return {
    command,
    group(name, description, load) {
      const made = command(name, description)
        .helpCommand(false)
        .enablePositionalOptions()
        .usage('[options] [command]')
        .argument('[command]');
      return made.action(async function (this: Command, word: string | undefined) {
        if (word !== undefined) unknownCommand(made, word);
        exit(await ((await load()) as (options: unknown) => Promise<number>)(mergedOptions(this)));
      });
    },
    run: load =>
      async function (this: Command, ...given: unknown[]): Promise<void> {
        const operands = given.slice(0, -2);
        const action = (await load()) as (...args: unknown[]) => Promise<number>;
        exit(await action(...operands, mergedOptions(this)));
      },
  };
}

export function unknownCommand(parent: Command, word: string): never {
  const names = parent.commands.map(command => command.name());
  const [near] = nearest(word, names, 1);
  return parent.error(`error: unknown command '${word}'${near ? `\n(Did you mean ${near}?)` : ''}`);
}
