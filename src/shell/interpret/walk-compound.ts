import type * as Syntax from 'unbash';
import { expandText, expandWords, visitCalculation } from '../expand/expand.ts';
import { deeper, spend, TooMuchError } from '../state/bounds.ts';
import { forkShell, NOTHING, PRINTED, type Shell, type Stream, setVariable } from '../state/shell.ts';
import { UNKNOWN } from '../state/value.ts';
import { runBody } from './call-defined.ts';
import { floods, isEndless, leaves, mergeShells, representatives } from './control-flow.ts';
import { joinStreams } from './redirect.ts';
import { runCalculation } from './run-inside.ts';
import { withRedirects } from './walk-command.ts';

/** Walks lists, branches and loops: every way is walked, and the states that they leave are merged. */
export function walkCompound(
  node: Exclude<Syntax.PipelineNode | Syntax.AndOr, Syntax.Command>,
  shell: Shell,
  stdin?: Stream,
): Stream {
  switch (node.type) {
    case 'Pipeline':
      return walkPipeline(node, shell, stdin);
    case 'AndOr':
      return walkAndOr(node, shell, stdin);
    case 'Subshell':
      spend(shell.session.budget, 1);
      return shell.session.engine.list(node.body.commands, forkShell(shell), stdin);
    case 'BraceGroup':
      return shell.session.engine.list(node.body.commands, shell, stdin);
    case 'Redirected':
      return withRedirects(node.redirects, shell, stdin, inner =>
        shell.session.engine.walk(node.command, shell, inner),
      );
    case 'If':
      return walkIf(node, shell, stdin);
    case 'Case':
      expandText(node.word, shell);
      for (const item of node.items) for (const pattern of item.pattern) expandText(pattern, shell);
      return branches(
        node.items.map(item => item.body),
        shell,
        stdin,
      );
    case 'While':
      if (isEndless(node)) endless(shell);
      shell.session.engine.list(node.clause.commands, shell, stdin);
      return loop(node.body, shell, stdin);
    case 'ArithmeticFor':
      for (const part of [node.initialize, node.test, node.update]) visitCalculation(part, shell);
      if (isEndless(node)) endless(shell);
      return loop(node.body, shell, stdin);
    case 'For':
    case 'Select':
      return walkFor(node, shell, stdin);
    case 'Function':
      shell.functions.set(node.name.value, node);
      shell.session.defined.set(node, shell);
      return NOTHING;
    case 'Coproc':
      return runBody(node, forkShell(shell), stdin);
    case 'TestCommand':
      visitTest(node.expression, shell);
      return NOTHING;
    case 'ArithmeticCommand':
      if (node.body.length > 4_000) throw new TooMuchError('A calculation is too long to be judged');
      runCalculation(node.body, shell);
      visitCalculation(node.expression, shell);
      return NOTHING;
  }
}

function endless(shell: Shell): undefined {
  shell.session.findings.note('dangerous', 'loops for ever and may exhaust the machine', 'while true');
}

function walkPipeline(node: Syntax.Pipeline, shell: Shell, stdin?: Stream): Stream {
  if (node.commands.length === 1) return shell.session.engine.walk(node.commands[0]!, shell, stdin);
  let stream = stdin;
  const [first, second] = node.commands;
  const start = isFilteredListing(first!, second!) ? 1 : 0;
  if (seeksSecrets(first!, second!))
    shell.session.findings.note('dangerous', 'looks for secrets in what was typed before', 'history');
  if (start === 1) {
    shell.session.findings.note('moderate', 'prints some of the variables', 'env');
    shell.session.findings.touch({ kind: 'execute', resource: 'env' });
    stream = PRINTED;
  }
  for (const part of node.commands.slice(start)) stream = shell.session.engine.walk(part, forkShell(shell), stream);
  return stream ?? PRINTED;
}

/** Walks `&&` and `||`: a command after `||` runs only if one before failed, so it leaves one of two states. */
function walkAndOr(node: Syntax.AndOr, shell: Shell, stdin?: Stream): Stream {
  let printed = shell.session.engine.walk(node.commands[0]!, shell, stdin);
  for (const [index, operator] of node.operators.entries()) {
    const next = node.commands[index + 1]!;
    if (operator === '&&') printed = joinStreams(printed, shell.session.engine.walk(next, shell, stdin));
    else {
      const fork = forkShell(shell);
      printed = joinStreams(printed, shell.session.engine.walk(next, fork, stdin));
      if (!leaves(next)) mergeShells(shell, [fork], true);
    }
  }
  return printed;
}

function walkIf(node: Syntax.If, shell: Shell, stdin?: Stream): Stream {
  shell.session.engine.list(node.clause.commands, shell, stdin);
  for (const { clause } of node.elif) shell.session.engine.list(clause.commands, shell, stdin);
  const bodies = [node.then, ...node.elif.map(({ then }) => then), ...(node.else ? [node.else] : [])];
  return branches(bodies, shell, stdin, node.else === undefined);
}

function branches(bodies: readonly Syntax.CompoundList[], shell: Shell, stdin?: Stream, mayskip = true): Stream {
  const forks: Shell[] = [];
  let printed: Stream | undefined;
  for (const body of bodies) {
    const fork = forkShell(shell);
    const stream = shell.session.engine.list(body.commands, fork, stdin);
    printed = printed === undefined ? stream : sameText(printed, stream) ? printed : PRINTED;
    if (!body.commands.some(({ command: node }) => leaves(node))) forks.push(fork);
  }
  mergeShells(shell, forks, mayskip || forks.length < bodies.length);
  return printed ?? NOTHING;
}

/** Walks a body twice, where the first round leaves another state for the second. */
function loop(body: Syntax.CompoundList, shell: Shell, stdin?: Stream): Stream {
  spend(shell.session.budget, 5);
  const fork = forkShell(shell);
  let stream = shell.session.engine.list(body.commands, fork, stdin);
  const changed = fork.variables.own().size > 0 || fork.cwd !== shell.cwd;
  mergeShells(shell, [fork], true);
  if (changed) {
    const second = forkShell(shell);
    stream = joinStreams(stream, shell.session.engine.list(body.commands, second, stdin));
    mergeShells(shell, [second], true);
  }
  return stream.kind === 'text' && stream.value === '' ? NOTHING : PRINTED;
}

/** Walks `for` and `select`: whichever word a person would select may be the one. */
function walkFor(node: Syntax.For | Syntax.Select, shell: Shell, stdin?: Stream): Stream {
  const words = node.wordlist
    ? expandWords(node.wordlist, shell).map(word => word.value)
    : (shell.positional ?? [UNKNOWN]);
  if (node.type === 'For' && floods(node, words)) endless(shell);
  let stream: Stream = NOTHING;
  for (const value of words.length > 0 ? representatives(words) : [UNKNOWN]) {
    setVariable(shell, node.name.value, value);
    stream = joinStreams(stream, loop(node.body, shell, stdin));
  }
  return stream;
}

const sameText = (a: Stream, b: Stream): boolean => a.kind === 'text' && b.kind === 'text' && a.value === b.value;

/** Runs the substitutions inside `[[ … ]]`; numbers there are calculations. */
function visitTest(expression: Syntax.TestExpression, shell: Shell): undefined {
  spend(shell.session.budget, 1);
  deeper(shell.session.budget, () => {
    if (expression.type === 'TestUnary') {
      const value = expandText(expression.operand, shell);
      if (expression.operator === '-v') runCalculation(value, shell);
    } else if (expression.type === 'TestBinary') {
      const values = [expandText(expression.left, shell), expandText(expression.right, shell)];
      if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator))
        for (const value of values) runCalculation(value, shell);
    } else if (expression.type === 'TestLogical') for (const one of expression.operands) visitTest(one, shell);
    else visitTest(expression.type === 'TestNot' ? expression.operand : expression.expression, shell);
  });
}

/** Whether a pipe like `env | grep NODE` shows only the variables of one kind, and not the secrets. */
function isFilteredListing(first: Syntax.CommandNode, second: Syntax.CommandNode): boolean {
  if (first.type !== 'Command' || second.type !== 'Command' || first.suffix.length > 0 || first.prefix.length > 0)
    return false;
  if (!/^(?:env|printenv)$/.test(first.name?.value ?? '') || !/^(?:grep|egrep|rg)$/.test(second.name?.value ?? ''))
    return false;
  const words = second.args.map(part =>
    part.type === 'Word' && !part.parts?.some(isExpansion) ? part.value : undefined,
  );
  const pattern = words.find(value => value === undefined || value[0] !== '-');
  const shows = !words.some(value => value !== undefined && /^-\w*v|^--invert/.test(value));
  return shows && pattern !== undefined && /^\^?\w{2,}/.test(pattern) && !SECRETS.test(pattern);
}

const SECRETS = /pass|secret|tok|key|cred|auth|pwd|priv|aws|\|/i;

/** Whether a pipe looks for secrets, as `history | grep password` does. */
const seeksSecrets = (first: Syntax.CommandNode, second: Syntax.CommandNode): boolean =>
  first.type === 'Command' &&
  second.type === 'Command' &&
  first.name?.value === 'history' &&
  second.args.some(part => part.type === 'Word' && SECRETS.test(part.value));

const isExpansion = (part: Syntax.WordPart): boolean => !/^(?:Literal|SingleQuoted|DoubleQuoted)$/.test(part.type);
