import { escapeCommand, handsOver, hasOperator, WRAPPER } from '../patterns/command-pattern.ts';

/** Build, test and check programs, with the verbs after which all further words only tune the project's own work. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  npm: ['test', 't', 'start', 'ci'],
  pnpm: ['test', 't', 'start', 'build', 'lint'],
  yarn: ['test', 'start', 'build', 'lint'],
  bun: ['test', 'start', 'build'],
  deno: ['test', 'lint', 'fmt', 'check'],
  cargo: ['build', 'test', 'check', 'clippy', 'fmt', 'run', 'bench', 'doc'],
  go: ['build', 'test', 'vet', 'fmt'],
  dotnet: ['build', 'test', 'format'],
  git: ['add', 'commit', 'status'],
  'docker compose': ['up', 'build', 'pull', 'start', 'stop', 'restart', 'ps', 'logs'],
  'docker-compose': ['up', 'build', 'pull', 'start', 'stop', 'restart', 'ps', 'logs'],
};

/** Programs whose name alone says the work. */
const CHECKERS =
  /^(?:biome|black|eslint|jest|mocha|mypy|oxlint|playwright|prettier|pyright|pytest|rspec|ruff|stylelint|tox|tsc|vitest)$/;

/** Words that stand before a program of the project, and run it. */
const RUNNERS = [
  ...['npx', 'bunx', 'pnpm exec', 'yarn exec', 'uv run', 'poetry run', 'pipenv run', 'pdm run', 'bundle exec'],
  ...['python -m', 'python3 -m'],
];

/**
 * The pattern that "always" would save for one command: the program with what it is told to do, where whatever follows
 * cannot make it run something else, and the command word by word otherwise. A wrapper before it stays as it is.
 */
export function commandFamily(command: string): string {
  const text = command.trim();
  if (hasOperator(text) || /[\n\t]/.test(text) || handsOver(text)) return escapeCommand(text);
  const wrapper = WRAPPER.exec(text)?.[0] ?? '';
  const words = text.slice(wrapper.length).split(/ +/);
  const named = namingWords(words);
  if (named === 0) return escapeCommand(text);
  return `${escapeCommand(wrapper)}${words.slice(0, named).map(escapeCommand).join(' ')} *`;
}

/** The number of words that name the work; none where only the whole command does. */
function namingWords(words: readonly string[]): number {
  const text = words.join(' ');
  const runner = RUNNERS.find(start => text.startsWith(`${start} `))?.split(' ').length ?? 0;
  if (CHECKERS.test(words[runner] ?? '')) return runner + 1;
  if (runner > 0) return 0;
  if (/^(?:npm|pnpm|yarn|bun) run /.test(text)) return isName(words[2] ?? '') ? 3 : 0;
  const program = Object.keys(VERBS).find(name => text.startsWith(`${name} `));
  if (program === undefined) return 0;
  const verb = program.split(' ').length;
  return VERBS[program]!.includes(words[verb] ?? '') ? verb + 1 : 0;
}

const isName = (word: string): boolean => /^[A-Za-z][\w:.-]*$/.test(word);
