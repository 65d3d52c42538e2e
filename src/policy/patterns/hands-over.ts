/** Programs that do a project's own work, each named with the work to do. */
const WORKS =
  /^(?:npm|pnpm|yarn|bun|deno|cargo|go|dotnet|make|npx|bunx|uv|poetry|pipenv|pdm|bundle|python3?|biome|black|eslint|jest|mocha|mypy|oxlint|playwright|prettier|pyright|pytest|rspec|ruff|stylelint|tox|tsc|vitest)$/;

/** Programs that stand before any other, and run it. */
export const WRAPPER =
  /^(?:(?:timeout|gtimeout)(?: -{1,2}[a-z-]+(?:=\S+)?| -[sk] \S+)* \d\S*|nice(?: -n ?-?\d+)?|nohup|time|env(?: [A-Z][A-Z\d_]*=[\w.,:/-]*)+) /;

/** Options that name a program, code or a source of packages. */
const NAMES_CODE =
  /^--?(?:script-shell|shell|node-options|eval|exec|toolexec|vettool|init-script|rcfile|require|import|loader|experimental-loader|plugin|resolve-plugins-relative-to|rulesdir|userconfig|globalconfig|registry|index-url|extra-index-url)(?:=|$)|^(?:SHELL|CC|CXX|LD|AR|PYTHON|NODE|MAKE|MAKEFLAGS)=|(?:wrapper|runner|linker)\b.*=/;
/** Places that are nobody's project. */
const ELSEWHERE = /^(?:[^=]*=)?["']?(?:\/(?:tmp|var\/tmp|dev|proc|etc|root)(?:\/|$)|~|\.\.(?:\/|$)|https?:|git\+)/;

/** Whether a word lets a program of the project's work run or load code that is not the project's own. */
export function handsOver(command: string): boolean {
  const text = command.trim();
  const [program = '', ...words] = text.slice(WRAPPER.exec(text)?.[0].length ?? 0).split(/\s+/);
  if (!WORKS.test(program)) return false;
  return words.some(word => NAMES_CODE.test(word.replace(/^["']/, '')) || ELSEWHERE.test(word));
}
