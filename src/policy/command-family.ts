import { escapeCommand, hasOperator } from './command-pattern.ts';

/** Build, test and check programs: how many words name what is run. What they run is the project's own. */
const PROJECT: Readonly<Record<string, readonly string[] | true>> = {
  npm: ['test', 't', 'start', 'ci'],
  pnpm: ['test', 't', 'start', 'build', 'lint'],
  yarn: ['test', 'start', 'build', 'lint'],
  bun: ['test', 'start', 'build'],
  deno: ['test', 'lint', 'fmt', 'check'],
  cargo: ['build', 'test', 'check', 'clippy', 'fmt', 'run', 'bench', 'doc'],
  go: ['build', 'test', 'vet', 'fmt'],
  dotnet: ['build', 'test', 'format'],
  git: ['add', 'commit', 'status'],
  make: true,
  just: true,
  gradle: true,
  './gradlew': true,
  mvn: true,
  './mvnw': true,
  rake: true,
};

/** Programs that are named by themselves. */
const CHECKERS = new Set(
  'biome black eslint jest mocha mypy oxlint playwright prettier pyright pytest rspec ruff stylelint tox tsc vitest'.split(
    ' ',
  ),
);

/** Programs that only look; which file they look at is what may be dangerous. */
const READERS = new Set('cat cut diff du file grep head ls nl pwd rg sort stat tail tree uniq wc which'.split(' '));

const RUNNERS: readonly (readonly string[])[] = [
  ['npx'],
  ['bunx'],
  ['pnpm', 'exec'],
  ['yarn', 'exec'],
  ['uv', 'run'],
  ['poetry', 'run'],
  ['bundle', 'exec'],
  ['python', '-m'],
  ['python3', '-m'],
];

/**
 * The pattern that "always" would save for one command: the program with what it is told to run, where that is known
 * to name a kind of work, and the command word by word otherwise.
 */
export function commandFamily(command: string, dangerous: boolean): string {
  const text = command.trim();
  const words = text.split(/ +/);
  const named = hasOperator(text) || /[\n\t]/.test(text) ? 0 : namingWords(words, dangerous);
  return named > 0 ? `${words.slice(0, named).map(escapeCommand).join(' ')} *` : escapeCommand(text);
}

function namingWords(words: readonly string[], dangerous: boolean): number {
  const [program = '', verb = '', third = ''] = words;
  const runner = RUNNERS.find(parts => parts.every((part, index) => words[index] === part));
  if (runner) return CHECKERS.has(words[runner.length] ?? '') ? runner.length + 1 : 0;
  if (CHECKERS.has(program)) return 1;
  if (READERS.has(program)) return dangerous ? 0 : 1;
  const verbs = Object.hasOwn(PROJECT, program) ? PROJECT[program] : undefined;
  if (verbs === undefined) return 0;
  if (verb === 'run' && ['npm', 'pnpm', 'yarn', 'bun'].includes(program)) return isName(third) ? 3 : 0;
  return (verbs === true ? isName(verb) : verbs.includes(verb)) ? 2 : 0;
}

const isName = (word: string): boolean => /^[A-Za-z][\w:.-]*$/.test(word);
