import { blind, type JudgedCommand } from '../state/run.ts';
import { locate } from '../state/shell.ts';
import { isKnown } from '../state/value.ts';

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
