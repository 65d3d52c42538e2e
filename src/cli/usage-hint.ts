import { CommanderError } from 'commander';

const ARGUMENTS = `The arguments of a call are JSON: --args '{"path":"README.md"}'`;

/** Hints on what newcomers try: arguments without --args, a tool's name as a command. Otherwise where to read more. */
export async function usageHint(error: unknown, words: readonly string[], path: string): Promise<string> {
  const more = `More with: toolgate help ${path}`.trimEnd();
  if (!(error instanceof CommanderError)) return more;
  const calls = path === 'exec' || path === 'explain';
  if (calls && ['commander.excessArguments', 'commander.unknownOption'].includes(error.code)) return ARGUMENTS;
  if (path !== '' || error.code !== 'commander.unknownCommand') return more;
  const { builtInToolNames } = await import('../gate/packs/built-in-names.ts');
  const tool = [...builtInToolNames().names()].find(name => words.includes(name));
  return tool ? `It is a tool. Run it with: toolgate exec ${tool} --args JSON` : more;
}
