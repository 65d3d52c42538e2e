import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import { ToolError } from '../tool/error.ts';
import { EXIT } from './exit-codes.ts';
import { createProgram } from './program.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Runs one command line and sets the exit code of the process. */
export async function run(argv: readonly string[]): Promise<void> {
  const program = createProgram({
    version,
    exit: code => {
      process.exitCode = code;
    },
  });
  program.exitOverride();
  for (const command of allOf(program)) command.exitOverride();
  if (argv.length <= 2) {
    process.stderr.write(program.helpInformation());
    process.exitCode = process.stdout.isTTY ? EXIT.done : EXIT.usage;
    return;
  }
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = tell(error);
  }
}

/** Says what went wrong and what to do; gives the exit code. */
function tell(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  const suggestion = error instanceof ConfigError || error instanceof ToolError ? error.suggestion : undefined;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`toolgate: ${message}\n${suggestion ? `${suggestion}\n` : ''}`);
  if (error instanceof ConfigError) return EXIT.usage;
  return error instanceof ToolError && error.type === 'permission_error' ? EXIT.denied : EXIT.failed;
}

function allOf(program: ReturnType<typeof createProgram>): ReturnType<typeof createProgram>[] {
  return program.commands.flatMap(command => [
    command as ReturnType<typeof createProgram>,
    ...allOf(command as ReturnType<typeof createProgram>),
  ]);
}
