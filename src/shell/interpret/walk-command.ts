import type * as Syntax from 'unbash';
import { addAll } from '../../tool/lists/long-lists.ts';
import { expandText, expandWords } from '../expand/expand.ts';
import { judgeVariable, steers } from '../judge/variables.ts';
import { spend, TooMuchError } from '../state/bounds.ts';
import { createRun, joinWords } from '../state/run.ts';
import { forkShell, NOTHING, type Shell, type Stream } from '../state/shell.ts';
import { DATA, type Word, wordOf } from '../state/value.ts';
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

/** Commands that change the shell itself. */
const STATEFUL =
  /^(?:cd|pushd|popd|export|declare|typeset|local|readonly|unset|set|shopt|read|mapfile|readarray|eval|source|\.|exec|command|builtin|trap|alias|printf|let|getopts|coproc|env|ln|git|exit|return|break|continue|shift|wait)$/;

/** A key of all that a command without any expansion depends on; undefined where it depends on more. */
function plainKey(node: Syntax.Command, shell: Shell, stdin: Stream | undefined): string | undefined {
  const { name, prefix, suffix } = node;
  if (!name || name.parts || prefix.length > 0 || stdin || suffix.length > 20) return undefined;
  if (STATEFUL.test(name.value) || shell.functions.get(name.value)) return undefined;
  const { made, fetched, links } = shell.session;
  let key = `${shell.cwd}\n${shell.perhaps}\n${made.size} ${fetched.size} ${links.size}\n${name.text}`;
  for (const part of suffix) {
    if (part.type !== 'Word' || part.parts) return undefined;
    key += ` ${part.text}`;
  }
  return key;
}

function assign(part: Syntax.Assignment, shell: Shell): readonly string[] {
  if (part.index) expandText(part.index, shell);
  if (part.value.type === 'ArrayValue' && part.value.elements.length > 3_000)
    throw new TooMuchError('A list is too long to be judged');
  if (part.value.type === 'ArrayValue') return expandWords(part.value.elements, shell).map(word => word.value);
  const value = expandText(part.value, shell);
  spend(shell.session.budget, 1, value.length);
  return [value];
}

function keep(part: Syntax.Assignment, given: readonly string[], shell: Shell): undefined {
  const before = shell.variables.get(part.name) ?? [];
  judgeVariable(
    createRun([wordOf(`${part.name}=${given.join(' ')}`)], shell, undefined),
    `${part.name}=${given.join(' ')}`,
  );
  if (part.index) shell.variables.set(part.name, [...before, ...given].slice(-50));
  else if (!part.append) shell.variables.set(part.name, given.map(limit));
  else if (part.value.type === 'ArrayValue') shell.variables.set(part.name, [...before, ...given].slice(-500));
  else shell.variables.set(part.name, [limit((before[0] ?? '') + (given[0] ?? ''))]);
}

function assignmentWord(part: Syntax.Assignment, shell: Shell): Word {
  const given = assign(part, shell);
  if (part.value.type === 'ArrayValue') shell.variables.set(part.name, given);
  return wordOf(`${part.name}=${given.join(' ')}`);
}

const limit = (value: string): string => (value.length > 20_000 ? DATA : value);
