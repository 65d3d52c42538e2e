import type * as Syntax from 'unbash';
import { parse } from 'unbash';
import { createExpander } from '../expand/expand.ts';
import { judgeCommand } from '../judge/judge-command.ts';
import { judgeVariable, steers } from '../judge/variables.ts';
import { programNamed } from '../programs/index.ts';
import { checkShape, deeper, spend, TooMuchError } from '../state/bounds.ts';
import { createRun, joinWords, risk } from '../state/run.ts';
import {
  forkShell,
  PRINTED,
  type Shell,
  type ShellEngine,
  type ShellSession,
  type Stream,
  setVariable,
} from '../state/shell.ts';
import { quoteWord, UNKNOWN, type Word, wordOf } from '../state/value.ts';
import { assign, assignmentWord, keep } from './assignments.ts';
import { floods, isChecked, isForking, leaves, representatives } from './control-flow.ts';
import { isEndless } from './endless.ts';
import { judgeFragments } from './fragments.ts';
import { mergeShells } from './merge-shells.ts';
import { plainKey } from './plain-command.ts';
import { joinStreams, NOTHING, redirectInput, redirectOutput } from './redirect.ts';
import { runCalculation } from './run-inside.ts';
import { isFilteredListing, seeksSecrets } from './variable-listing.ts';
import { visitTest } from './visit-test.ts';

/** Runs a text without doing anything: every command is judged in the state that the ones before it would leave. */
export function createEngine(): ShellEngine {
  const expander = createExpander((script, shell, stdin) => walkScript(script, shell, stdin));
  const engine: ShellEngine = { script, command, knows: name => programNamed(name) !== undefined };
  return engine;

  function script(text: string, shell: Shell, stdin?: Stream): Stream {
    const { budget } = shell.session;
    spend(budget, 5, text.length);
    checkShape(text);
    const { findings } = shell.session;
    const before = findings.broken;
    const stream = deeper(budget, () => walkScript(parse(text), shell, stdin));
    if (findings.broken > before) judgeFragments(text, forkShell(shell));
    return stream;
  }

  function command(words: readonly Word[], shell: Shell, stdin?: Stream): Stream {
    spend(shell.session.budget, 2 + words.length);
    return deeper(shell.session.budget, () => {
      const called = callFunction(words, shell, stdin) ?? callAlias(words, shell, stdin);
      return called ?? judgeCommand(words, shell, stdin);
    });
  }

  /** Only some shells put the text of an alias in its place, so a program of that name is judged too. */
  function callAlias(words: readonly Word[], shell: Shell, stdin?: Stream): Stream | undefined {
    const name = words[0]!.value;
    const { aliases } = shell.session;
    const text = aliases.get(name);
    if (text === undefined) return undefined;
    aliases.delete(name);
    const rest = words.slice(1).map(({ value }) => quoteWord(value));
    const stream = script([text, ...rest].join(' '), shell, stdin);
    aliases.set(name, text);
    return programNamed(name) ? undefined : stream;
  }

  function walkScript(node: Syntax.ParsedScript, shell: Shell, stdin?: Stream): Stream {
    const { findings } = shell.session;
    if (node.errors && node.errors.length > 0) {
      findings.broken++;
      // A shell runs line by line: what stands before the error is done by the time it is met.
      findings.note('dangerous', `does not parse as a shell would: ${node.errors[0]!.message}`, '');
      findings.unbounded = true;
    }
    return walkList(node.commands, shell, stdin);
  }

  function walkList(statements: readonly Syntax.Statement[], shell: Shell, stdin?: Stream): Stream {
    let printed: Stream = NOTHING;
    for (const { command: node, background } of statements) {
      const before = shell.cwd;
      printed = joinStreams(printed, walk(node, background ? forkShell(shell) : shell, stdin));
      if (shell.cwd !== before && before !== undefined && !shell.strict && !isChecked(node)) shell.perhaps = before;
    }
    return printed;
  }

  function walk(node: Syntax.PipelineNode | Syntax.AndOr, shell: Shell, stdin?: Stream): Stream {
    spend(shell.session.budget, 0.2);
    if (node.type === 'Command') return walkPlain(node, shell, stdin);
    return deeper(shell.session.budget, () => walkCompound(node, shell, stdin));
  }

  function walkCompound(
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
        return walkList(node.body.commands, forkShell(shell), stdin);
      case 'BraceGroup':
        return walkList(node.body.commands, shell, stdin);
      case 'Redirected':
        return withRedirects(node.redirects, shell, stdin, inner => walk(node.command, shell, inner));
      case 'If':
        return walkIf(node, shell, stdin);
      case 'Case':
        expander.text(node.word, shell);
        for (const item of node.items) for (const pattern of item.pattern) expander.text(pattern, shell);
        return branches(
          node.items.map(item => item.body),
          shell,
          stdin,
        );
      case 'While':
        if (isEndless(node)) endless(shell);
        walkList(node.clause.commands, shell, stdin);
        return loop(node.body, shell, stdin);
      case 'ArithmeticFor':
        for (const part of [node.initialize, node.test, node.update]) expander.visit(part, shell);
        if (isEndless(node)) endless(shell);
        return loop(node.body, shell, stdin);
      case 'For':
        return walkFor(node, shell, stdin);
      case 'Select':
        return walkFor(node, shell, stdin);
      case 'Function':
        shell.functions.set(node.name.value, node);
        shell.session.defined.set(node, shell);
        return NOTHING;
      case 'Coproc':
        return node.body.type === 'CompoundList'
          ? walkList(node.body.commands, forkShell(shell), stdin)
          : walk(node.body, forkShell(shell), stdin);
      case 'TestCommand':
        visitTest(node.expression, shell, expander);
        return NOTHING;
      case 'ArithmeticCommand':
        if (node.body.length > 4_000) throw new TooMuchError('A calculation is too long to be judged');
        runCalculation(node.body, shell);
        expander.visit(node.expression, shell);
        return NOTHING;
    }
  }

  function endless(shell: Shell): undefined {
    shell.session.findings.note('dangerous', 'loops for ever and may exhaust the machine', 'while true');
  }

  function walkPipeline(node: Syntax.Pipeline, shell: Shell, stdin?: Stream): Stream {
    if (node.commands.length === 1) return walk(node.commands[0]!, shell, stdin);
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
    for (const part of node.commands.slice(start)) stream = walk(part, forkShell(shell), stream);
    return stream ?? PRINTED;
  }

  /** What follows `||` runs only if something failed, so it leaves one of two states. */
  function walkAndOr(node: Syntax.AndOr, shell: Shell, stdin?: Stream): Stream {
    let printed = walk(node.commands[0]!, shell, stdin);
    for (const [index, operator] of node.operators.entries()) {
      const next = node.commands[index + 1]!;
      if (operator === '&&') {
        printed = joinStreams(printed, walk(next, shell, stdin));
      } else {
        const fork = forkShell(shell);
        printed = joinStreams(printed, walk(next, fork, stdin));
        if (!leaves(next)) mergeShells(shell, [fork], true);
      }
    }
    return printed;
  }

  function walkIf(node: Syntax.If, shell: Shell, stdin?: Stream): Stream {
    walkList(node.clause.commands, shell, stdin);
    for (const { clause } of node.elif) walkList(clause.commands, shell, stdin);
    const bodies = [node.then, ...node.elif.map(({ then }) => then), ...(node.else ? [node.else] : [])];
    return branches(bodies, shell, stdin, node.else === undefined);
  }

  function branches(bodies: readonly Syntax.CompoundList[], shell: Shell, stdin?: Stream, mayskip = true): Stream {
    const forks: Shell[] = [];
    let printed: Stream | undefined;
    for (const body of bodies) {
      const fork = forkShell(shell);
      const stream = walkList(body.commands, fork, stdin);
      printed = printed === undefined ? stream : sameText(printed, stream) ? printed : PRINTED;
      if (!body.commands.some(({ command: node }) => leaves(node))) forks.push(fork);
    }
    mergeShells(shell, forks, mayskip || forks.length < bodies.length);
    return printed ?? NOTHING;
  }

  /** Twice, where the first round leaves another state for the second. */
  function loop(body: Syntax.CompoundList, shell: Shell, stdin?: Stream): Stream {
    spend(shell.session.budget, 5);
    const fork = forkShell(shell);
    let stream = walkList(body.commands, fork, stdin);
    const changed = fork.variables.own().size > 0 || fork.cwd !== shell.cwd;
    mergeShells(shell, [fork], true);
    if (changed) {
      const second = forkShell(shell);
      stream = joinStreams(stream, walkList(body.commands, second, stdin));
      mergeShells(shell, [second], true);
    }
    return stream.kind === 'text' && stream.value === '' ? NOTHING : PRINTED;
  }

  /** Whichever word a person would select may be the one. */
  function walkFor(node: Syntax.For | Syntax.Select, shell: Shell, stdin?: Stream): Stream {
    const words = node.wordlist
      ? expander.words(node.wordlist, shell).map(word => word.value)
      : (shell.positional ?? [UNKNOWN]);
    if (node.type === 'For' && floods(node, words)) endless(shell);
    let stream: Stream = NOTHING;
    for (const value of words.length > 0 ? representatives(words) : [UNKNOWN]) {
      setVariable(shell, node.name.value, value);
      stream = joinStreams(stream, loop(node.body, shell, stdin));
    }
    return stream;
  }

  /** A plain command that was judged before in the same state has nothing to add. */
  function walkPlain(node: Syntax.Command, shell: Shell, stdin?: Stream): Stream {
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
    const given = assignments.map(part => assign(part, shell, expander));
    const nodes: (Syntax.Word | Syntax.Assignment)[] = node.name ? [node.name, ...node.args] : [];
    const words: Word[] = [];
    for (const one of nodes) {
      if (one.type === 'Word') words.push(...expander.words([one], shell));
      else words.push(assignmentWord(one, shell, expander));
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
      if (assignments.some(({ name }) => steers(name))) {
        shell.session.findings.touch({ kind: 'execute', resource: joinWords([...prefix, ...words]) });
      }
      return command(words, inner, input);
    });
    if (inner !== shell) {
      shell.cwd = inner.cwd;
      for (const [name, value] of inner.variables.own()) {
        if (!assignments.some(part => part.name === name)) shell.variables.set(name, value);
      }
      for (const [name, body] of inner.functions.own()) shell.functions.set(name, body);
    }
    return stream;
  }

  function withRedirects(
    redirects: readonly Syntax.Redirection[],
    shell: Shell,
    stdin: Stream | undefined,
    run: (stdin: Stream | undefined) => Stream,
  ): Stream {
    if (redirects.length === 0) return run(stdin);
    const input = redirectInput(redirects, shell, stdin, expander);
    return redirectOutput(redirects, shell, run(input), expander);
  }

  function callFunction(words: readonly Word[], shell: Shell, stdin?: Stream): Stream | undefined {
    const name = words[0]!.value;
    const body = shell.functions.get(name);
    if (!body) return undefined;
    const { calls, called } = shell.session;
    called.add(body);
    if (calls.includes(body)) {
      if (isForking(body)) risk(createRun(words, shell, stdin), `${name} starts itself again and again`);
      return PRINTED;
    }
    calls.push(body);
    const positional = shell.positional;
    shell.positional = words.slice(1).map(word => word.value);
    try {
      return runFunction(body, shell, stdin);
    } finally {
      shell.positional = positional;
      calls.pop();
    }
  }

  function runFunction(node: Syntax.Function, shell: Shell, stdin?: Stream): Stream {
    return node.body.type === 'CompoundList'
      ? walkList(node.body.commands, shell, stdin)
      : walk(node.body, shell, stdin);
  }
}

/** Functions that nothing here calls: a trap, a hook or a later command may. */
export function walkForgotten({ defined, called, engine }: ShellSession): undefined {
  for (const [node, shell] of defined) {
    if (called.has(node)) continue;
    shell.functions.set(node.name.value, node);
    engine.command([wordOf(node.name.value), wordOf(UNKNOWN)], shell);
  }
}

const sameText = (a: Stream, b: Stream): boolean => a.kind === 'text' && b.kind === 'text' && a.value === b.value;
