import { CommanderError } from 'commander';
import { createProgram, listCommands } from '../../../src/cli/program.ts';
import type { Page } from './pages.ts';

export interface CommandLine {
  /** Without the program's own name. */
  readonly words: readonly string[];
  readonly at: string;
  /** The page shows how it fails: `… || echo`. */
  readonly fails: boolean;
}

/** Every `toolgate …` in the shell blocks of a page, and in its text between backquotes; `<id>` and `[id]` stand for a pattern. */
export function commandLinesOf({ path, blocks, prose }: Page): readonly CommandLine[] {
  const shell = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text, line }) =>
      joinLines(text).map(([written, offset]) => ({ written, at: `docs/${path}:${line + offset}` })),
    );
  const inline = prose.flatMap((line, index) =>
    [...line.matchAll(/`(toolgate(?: [^`<[]+)?)`/g)].map(match => ({
      written: match[1] ?? '',
      at: `docs/${path}:${index + 1}`,
    })),
  );
  return [...shell, ...inline].flatMap(({ written, at }) =>
    commandsIn(written).flatMap(words => {
      const rest = afterName(words);
      return rest ? [{ words: rest, at, fails: written.includes(' || ') }] : [];
    }),
  );
}

/** Lines that go on (with a backslash, or in the middle of a quoted text) are one. */
function joinLines(text: string): [written: string, offset: number][] {
  const joined: [string, number][] = [];
  let begun: [string, number] | undefined;
  for (const [offset, line] of text.split('\n').entries()) {
    begun = begun ? [`${begun[0]}\n${line}`, begun[1]] : [line, offset];
    if (line.endsWith('\\') || (begun[0].match(/'/g)?.length ?? 0) % 2 === 1) continue;
    joined.push([begun[0].replaceAll('\\\n', ''), begun[1]]);
    begun = undefined;
  }
  return joined;
}

const NAMES = [['toolgate'], ['npx', 'toolgate'], ['npm', 'run', '-s', 'toolgate', '--']];

function afterName(words: readonly string[]): readonly string[] | undefined {
  // First of all, but for variables; or handed to another program: claude mcp add NAME -- toolgate mcp.
  const first = words.findIndex(word => !/^[A-Z_]+=/.test(word) && word !== 'export');
  for (const at of [first, words.indexOf('--') + 1]) {
    const name = NAMES.find(each => each.every((word, index) => words[at + index] === word));
    if (name) return words.slice(at + name.length);
  }
  return undefined;
}

/** The simple commands of a line as words; enough of a shell for what stands in a page. */
export function commandsIn(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  let word: string | undefined;
  const end = () => {
    if (word !== undefined) commands.at(-1)!.push(word);
    word = undefined;
  };
  for (const [token] of line.matchAll(
    /'[^']*'|"(?:\\.|[^"\\])*"|\\.|\|\||&&|\$\(|[;|&()<>]|\s+|#.*|[^\s'"\\;|&()<>$#]+|./g,
  )) {
    if (/^\s/.test(token)) end();
    else if (token.startsWith('#') && word === undefined) break;
    else if (/^(\|\||&&|\$\(|[;|&()])$/.test(token)) {
      end();
      commands.push([]);
    } else if (/^[<>]$/.test(token)) {
      end();
      // What follows is a file; it is no word of the command.
      commands.push([]);
    } else if (/^['"]/.test(token)) word = (word ?? '') + token.slice(1, -1);
    else word = (word ?? '') + token.replace(/^\\/, '');
  }
  end();
  return commands.filter(words => words.length > 0);
}

/** What the real program finds wrong with the words; undefined if nothing. Nothing is run. */
export async function problemOf(words: readonly string[]): Promise<string | undefined> {
  const program = createProgram({ version: '0', exit: () => {} });
  if (words.length === 0) return undefined;
  for (const command of listCommands(program)) {
    command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
    // Without an action of its own it refuses words that are no command.
    if (command === program) continue;
    const isGroup = command.registeredArguments[0]?.name() === 'command';
    command.action((...given: unknown[]) => {
      if (isGroup && typeof given[0] === 'string') throw new Error(`unknown command '${given[0]}'`);
    });
  }
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    return (error as Error).message;
  }
  return undefined;
}
