import type { Command, Option } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import { code, page, table } from './markdown.ts';

const EVERYWHERE = 'Options of every command:';

/** Every command with its operands and options, from the program itself. */
export function commandsPart(): string {
  const program = createProgram({ version: '0', exit: () => {} });
  const common = program.options.filter(isCommon).map(optionRow);
  const groups = visible(program).filter(command => command.name() !== 'help');
  return page(
    '## Options of every command',
    table(['option', 'does'], common),
    '## Commands',
    ...groups.flatMap(command => [`### ${command.name()}`, describeCommand(command)]),
  ).trimEnd();
}

/** Some are for other programs only. */
const visible = (command: Command): readonly Command[] => command.createHelp().visibleCommands(command) as Command[];

function describeCommand(command: Command): string {
  const below = visible(command);
  const own =
    below.length > 0 && isGroup(command) ? `Alone it does what \`${below[0]?.name()}\` does.` : usageOf(command);
  return page(
    `${capital(command.description())}.`,
    own,
    argumentsOf(command),
    optionsOf(command),
    ...below.flatMap(each => [
      `**${code(usageText(each))}**: ${each.description()}.`,
      argumentsOf(each),
      optionsOf(each),
    ]),
  ).trimEnd();
}

/** A command that only has others below it takes the word after it for one of them. */
const isGroup = (command: Command): boolean => command.registeredArguments[0]?.name() === 'command';

function usageText(command: Command): string {
  const names: string[] = [];
  for (let at: Command | null = command; at; at = at.parent) names.unshift(at.name());
  const operands = isGroup(command) ? [] : command.registeredArguments;
  return [...names, ...operands.map(each => (each.required ? `<${each.name()}>` : `[${each.name()}]`))].join(' ');
}

const usageOf = (command: Command): string => `${code(usageText(command))}`;

function argumentsOf(command: Command): string {
  const rows = command.registeredArguments
    .filter(each => each.description !== '')
    .map(each => [code(each.name()), `${each.description}${choicesOf(each)}`]);
  return rows.length === 0 ? '' : table(['operand', 'is'], rows);
}

function optionsOf(command: Command): string {
  const rows = command.options.filter(option => !isCommon(option)).map(optionRow);
  return rows.length === 0 ? '' : table(['option', 'does'], rows);
}

const isCommon = (option: Option): boolean => option.helpGroupHeading === EVERYWHERE;

function optionRow(option: Option): string[] {
  const { flags, description, defaultValue } = option;
  const usual = typeof defaultValue === 'string' ? ` (default ${code(defaultValue)})` : '';
  return [code(flags), `${description}${choicesOf(option)}${usual}`];
}

const choicesOf = ({ argChoices }: { argChoices?: readonly string[] }): string =>
  argChoices ? `: ${argChoices.map(code).join(', ')}` : '';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
