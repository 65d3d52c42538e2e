import type * as Syntax from 'unbash';
import { addAll } from '../../tool/lists/long-lists.ts';
import { expandWords } from '../expand/expand.ts';
import { judgeVariable, steers } from '../judge/variables.ts';
import { spend, TooMuchError } from '../state/bounds.ts';
import { createRun, joinWords } from '../state/run.ts';
import { forkShell, NOTHING, type Shell, type Stream } from '../state/shell.ts';
import { type Word, wordOf } from '../state/value.ts';
import { assign, assignmentWord, keep } from './assignments.ts';
import { plainKey } from './plain-command.ts';
import { redirectInput, redirectOutput } from './redirect.ts';

/** Walks a plain command; a command that was judged before in the same state has nothing to add. */
export function walkPlain(node: Syntax.Command, shell: Shell, stdin?: Stream): Stream {
  const key = plainKey(node, shell, stdin);
  if (key === undefined) return walkCommand(node, shell, stdin);
  const known = shell.session.judged.get(key);
  if (known) return known;
  const stream = walkCommand(node, shell, stdin);
  shell.session.judged.set(key, stream);
  return stream;
}

function walkCommand(node: Syntax.Command, shell: Shell, stdin?: Stream): Stream {
  if (node.suffix.length > 3_000) throw new TooMuchError('A command has too many words to be judged');
  spend(shell.session.budget, 1 + 3 * (node.prefix.length + node.redirects.length));
  const assignments = node.prefix.filter(part => part.type === 'Assignment');
  const given = assignments.map(part => assign(part, shell));
  const nodes: (Syntax.Word | Syntax.Assignment)[] = node.name ? [node.name, ...node.args] : [];
  const words: Word[] = [];
  for (const one of nodes) {
    if (one.type === 'Word') addAll(words, expandWords([one], shell));
    else words.push(assignmentWord(one, shell));
  }
  if (words.length === 0) {
    for (const [index, part] of assignments.entries()) keep(part, given[index]!, shell);
    const stream = withRedirects(node.redirects, shell, stdin, inner =>
      inner && node.redirects.length > 0 ? inner : NOTHING,
    );
    return assignments.length > 0 ? NOTHING : stream;
  }
  const inner = assignments.length > 0 ? forkShell(shell) : shell;
  const prefix = assignments.map((part, index) => wordOf(`${part.name}=${given[index]![0] ?? ''}`));
  for (const [index, part] of assignments.entries()) inner.variables.set(part.name, given[index]!);
  const stream = withRedirects(node.redirects, shell, stdin, input => {
    for (const { value } of prefix) judgeVariable(createRun(words, shell, input), value);
    if (assignments.some(({ name }) => steers(name)))
      shell.session.findings.touch({ kind: 'execute', resource: joinWords([...prefix, ...words]) });
    return shell.session.engine.command(words, inner, input);
  });
  if (inner !== shell) {
    shell.cwd = inner.cwd;
    for (const [name, value] of inner.variables.own())
      if (!assignments.some(part => part.name === name)) shell.variables.set(name, value);
    for (const [name, body] of inner.functions.own()) shell.functions.set(name, body);
  }
  return stream;
}

export function withRedirects(
  redirects: readonly Syntax.Redirection[],
  shell: Shell,
  stdin: Stream | undefined,
  run: (stdin: Stream | undefined) => Stream,
): Stream {
  if (redirects.length === 0) return run(stdin);
  const input = redirectInput(redirects, shell, stdin);
  return redirectOutput(redirects, shell, run(input));
}
