import { readFileSync } from 'node:fs';
import { type Command, CommanderError } from 'commander';
import { EXIT } from './exit-codes.ts';
import { failureOf } from './failure.ts';
import { createProgram, listCommands } from './program.ts';
import { sendGuestsAway } from './terminal/guests.ts';
import { guardStreams, isTerminal, outputFailed, writeLast } from './terminal/streams.ts';
import { printable, table } from './terminal/terminal.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export async function runCommandLine(argv: readonly string[]): Promise<void> {
  guardStreams();
  const words = argv.slice(2);
  const code = await runWords(words);
  process.exitCode = outputFailed() ? EXIT.failed : code;
  sendGuestsAway();
}

async function runWords(words: readonly string[]): Promise<number> {
  const json = words.includes('--json');
  let code: number = EXIT.done;
  const help: string[] = [];
  const program = createProgram({
    version,
    word: words[0],
    exit: given => {
      code = given;
    },
  });
  for (const command of listCommands(program)) {
    // Errors are told below, in one form.
    command.exitOverride().configureOutput({
      writeOut: text => void help.push(text),
      writeErr: () => {},
      // The width is asked without making a stream where there is no terminal.
      getOutHelpWidth: () => (isTerminal(1) ? process.stdout.columns : 80),
      getOutHasColors: () => false,
    });
  }
  if (words.length === 0) return overview(program);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      const text = help.join('');
      const asked = error.code === 'commander.version' ? { version } : { help: text };
      writeLast(json ? `${JSON.stringify(asked)}\n` : text);
      return EXIT.done;
    }
    return tell(error, { json, more: await usageHint(error, words, pathOf(program, words)) });
  }
}

/** A short help and what was found, at a terminal; a script that forgot the command is told so. */
async function overview(program: Command): Promise<number> {
  if (!isTerminal(1)) {
    process.stderr.write(program.helpInformation());
    return EXIT.usage;
  }
  const { describePlace } = await import('./overview.ts');
  const commands = program.commands.map(command => [`  ${command.name()}`, command.description()]);
  process.stderr.write(`${program.description()}\n\n${table(commands)}\n\n${await describePlace()}\n`);
  return EXIT.done;
}

/** Says what went wrong and what to do: with --json as the one document, otherwise on standard error. */
function tell(error: unknown, { json, more }: { json: boolean; more: string }): number {
  const { exit, error: failure } = failureOf(error, more);
  if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: failure })}\n`);
  else {
    const { code, message, suggestion = '' } = failure;
    process.stderr.write(`${printable(`toolgate: ${code}: ${message}\n${suggestion}`).trimEnd()}\n`);
  }
  return exit;
}

function pathOf(program: Command, words: readonly string[]): string {
  const names: string[] = [];
  let at = program;
  for (const word of words.filter(each => each !== 'help')) {
    const next = at.commands.find(command => command.name() === word) as Command | undefined;
    if (!next) continue;
    names.push(word);
    at = next;
  }
  return names.join(' ');
}

const ARGUMENTS = `The arguments of a call are JSON: --args '{"path":"README.md"}'`;

/** Hints on what newcomers try: arguments without --args, a tool's name as a command. Otherwise where to read more. */
async function usageHint(error: unknown, words: readonly string[], path: string): Promise<string> {
  const more = `More with: toolgate help ${path}`.trimEnd();
  if (!(error instanceof CommanderError)) return more;
  const calls = path === 'exec' || path === 'explain';
  if (calls && ['commander.excessArguments', 'commander.unknownOption'].includes(error.code)) return ARGUMENTS;
  if (path !== '' || error.code !== 'commander.unknownCommand') return more;
  const { builtInToolNames } = await import('../gate/packs/pack-facts.ts');
  const tool = [...builtInToolNames().names()].find(name => words.includes(name));
  return tool ? `It is a tool. Run it with: toolgate exec ${tool} --args JSON` : more;
}
