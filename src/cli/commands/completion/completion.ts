import type { Command, Option } from 'commander';
import { PRESETS } from '../../../policy/create/presets.ts';
import { COMPLETION_SCRIPTS } from './scripts.ts';

export async function printCompletion(shell: keyof typeof COMPLETION_SCRIPTS): Promise<void> {
  process.stdout.write(COMPLETION_SCRIPTS[shell]);
}

type Completion = readonly [word: string, description: string];

export async function completeWords(program: Command, words: readonly string[]): Promise<void> {
  const { builtInToolNames } = await import('../../../gate/packs/pack-facts.ts');
  const tools = [...builtInToolNames().names()].sort();
  for (const [word, description] of completionsOf(program, words, tools))
    process.stdout.write(`${word}\t${description}\n`);
}

const OF_TOOLS = ['exec', 'explain', 'tools'];

export function completionsOf(
  program: Command,
  words: readonly string[],
  tools: readonly string[],
): readonly Completion[] {
  const current = words.at(-1) ?? '';
  const { command, operands, expects } = placeOf(program, words.slice(0, -1));
  const fits = (all: readonly Completion[]) => all.filter(([word]) => word.startsWith(current));
  if (expects) return fits(toCompletions(valuesOf(expects)));
  if (current.startsWith('-')) return fits(optionsOf(command));
  const argument = command.registeredArguments[operands];
  const named = argument?.argChoices ?? (operands === 0 && OF_TOOLS.includes(command.name()) ? tools : []);
  const below = operands === 0 ? visible(command).map((each): Completion => [each.name(), each.description()]) : [];
  return fits([...below, ...toCompletions(named)]);
}

interface PlaceInLine {
  readonly command: Command;
  /** Words before the cursor that are no options, after the command's own name. */
  readonly operands: number;
  readonly expects?: Option;
}

function placeOf(program: Command, words: readonly string[]): PlaceInLine {
  let place: PlaceInLine = { command: program, operands: 0 };
  for (const word of words) {
    const { command, operands, expects } = place;
    if (expects) place = { command, operands };
    else if (word.startsWith('-')) {
      const option = command.options.find(({ long, short }) => long === word || short === word);
      place = option && (option.required || option.optional) ? { ...place, expects: option } : place;
    } else {
      const below = operands === 0 ? visible(command).find(each => each.name() === word) : undefined;
      place = below ? { command: below, operands: 0 } : { command, operands: operands + 1 };
    }
  }
  return place;
}

const visible = (command: Command): readonly Command[] => command.createHelp().visibleCommands(command) as Command[];

const optionsOf = (command: Command): readonly Completion[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }): Completion[] => (long ? [[long, description]] : []));

const valuesOf = ({ long, argChoices }: Option): readonly string[] =>
  long === '--policy' ? Object.keys(PRESETS) : (argChoices ?? []);

const toCompletions = (words: readonly string[]): readonly Completion[] => words.map((word): Completion => [word, '']);
