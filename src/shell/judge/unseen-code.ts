import { blind, type JudgedCommand, risk } from '../state/run.ts';
import { locate } from '../state/shell.ts';
import { isKnown, showValue } from '../state/value.ts';

/** Hosts that hand out code, by the kind of program that fetches it. */
const REGISTRIES = {
  node: ['registry.npmjs.org'],
  python: ['pypi.org', 'files.pythonhosted.org'],
  go: ['proxy.golang.org', 'sum.golang.org'],
  ruby: ['rubygems.org'],
  other: ['*'],
} as const;

/** Judges a program that fetches code and runs it: nobody has seen that code, and the program reaches the network. */
export function runFetched(run: JudgedCommand, what: string, from: keyof typeof REGISTRIES): undefined {
  for (const resource of REGISTRIES[from]) run.shell.session.findings.touch({ kind: 'network', resource });
  blind(run, `fetches ${what} and runs it`);
}

export const isInput = (value: string): boolean => /^(?:-|\/dev\/stdin|\/(?:dev|proc\/self)\/fd\/0)$/.test(value);

/** Judges a program that takes its code from the input, where a word says so and another program prints the code. */
export function judgeInput(run: JudgedCommand): undefined {
  if (run.stdin?.kind === 'data' && run.values.some(value => isInput(value.replace(/^--?[\w-]+=/, ''))))
    blind(run, 'runs what another program prints');
}

/** The code that a word names, where the command shows it: the input, or a file that the command makes itself. */
export function shownCode({ stdin, shell }: JudgedCommand, value: string): string | undefined {
  if (isInput(value)) return stdin?.kind === 'text' && isKnown(stdin.value) ? stdin.value : undefined;
  const made = shell.session.made.get(locate(shell, value).path);
  return made && !made.network && isKnown(made.content) ? made.content : undefined;
}

/** Programs that are likely to be run by any program that gets their name as a word, with something after it. */
const OFTEN_RUN = /^(?:\/(?:usr\/)?bin\/)?(?:rm|sh|bash|zsh|dash|sudo|curl|wget|dd|chmod|chown|reboot|shutdown)$/;
/** Code or a command that would do harm, in whatever language. */
const HARM =
  /\brm\s+-\w*[rf]|\b(?:system|exec|popen|spawn|callCommand|run-program|os:cmd|shell|run_command)\b[\s("'`]+\S|write18|\|\s*(?:ba|da|z)?sh\b|\/bin\/\w*sh\b|\b(?:curl|wget)\s+\S+.*\|/;
/** Files that a program which gets them runs. */
const CODE =
  /\.(?:py|[cm]?[jt]s|rb|pl|php|sh|bash|lua|jar|so|dylib|fsx?|nims?|kts?|groovy|go|rs|jl|R|scm|exs?|st|mk|cmake|gradle|awk|tcl|el|hs|ml)$/;

/** Files that tell a build what to run. */
const BUILD_FILE =
  /\/(?:package\.json|[Mm]akefile|GNUmakefile|justfile|Rakefile|Taskfile\.ya?ml|setup\.py|conftest\.py|build\.gradle(?:\.kts)?|build\.rs|CMakeLists\.txt|Gruntfile\.js|gulpfile\.js|tox\.ini|noxfile\.py)$/;

/** Judges the files that this very text wrote into the project's build, which then runs them. */
export function judgeMadeBuild(run: JudgedCommand): undefined {
  for (const [path, { content, network }] of run.shell.session.made) {
    if (!BUILD_FILE.test(path)) continue;
    if (network) blind(run, `runs ${showValue(path)}, fetched by this command`);
    else if (HARM.test(content)) risk(run, `runs what ${showValue(path)} was just told to`);
  }
}

/** Judges commands among the words of a program whose table says nothing about them. */
export function judgeHidden(run: JudgedCommand): undefined {
  const { args, shell } = run;
  const next = args.findIndex(({ value }, at) => OFTEN_RUN.test(value) && at + 1 < args.length);
  if (next >= 0) shell.session.engine.command(args.slice(next), shell, run.stdin);
  for (const { value } of args) {
    const text = value.replace(/^-{1,2}[\w-]+=/, '');
    if (/\s/.test(text) && HARM.test(text))
      return risk(run, `gets ${showValue(text.slice(0, 80))}, which would do harm`);
  }
}

/** Options whose name sounds as if their value were run. */
const RUNS_VALUE =
  /^--?[\w-]*(?:exec|command|cmd|pager|eval|run|shell|editor|program|hook|script|wrapper)[\w-]*(?:=([\s\S]*))?$/;

/** Judges, as a net below the tables, an option that sounds as if it ran its value, with a value that would do harm. */
export function judgeOptionValues(run: JudgedCommand): undefined {
  for (const [at, value] of run.values.entries()) {
    const found = RUNS_VALUE.exec(value);
    const text = found?.[1] ?? (found ? run.values[at + 1] : undefined);
    if (text !== undefined && text.length < 2_000 && HARM.test(text))
      return risk(run, `may run ${showValue(text.slice(0, 80))}`);
  }
}

/** Judges code from a place that belongs to no project. */
export function judgeForeignCode(run: JudgedCommand): undefined {
  for (const value of run.values) {
    if (!/^(?:\/|\.\.\/)/.test(value) || !CODE.test(value)) continue;
    const { kind } = locate(run.shell, value);
    if (kind === 'temp' || kind === 'outside') blind(run, `runs ${showValue(value)}, which cannot be seen here`);
  }
}
