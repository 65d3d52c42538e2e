import type * as Syntax from 'unbash';
import { parse } from 'unbash';
import { checkShape, deeper, spend, TooMuch } from './bounds.ts';
import { isChecked, isForking, leaves, representatives } from './control-flow.ts';
import { isEndless } from './endless.ts';
import { createExpander } from './expand.ts';
import { judgeFragments } from './fragments.ts';
import { judgeCommand } from './judge-command.ts';
import { plainKey } from './plain-command.ts';
import { joinStreams, NOTHING, redirectInput, redirectOutput } from './redirect.ts';
import { createRun, joinWords, risk } from './run.ts';
import { runInside } from './run-inside.ts';
import { type Engine, forkShell, PRINTED, type Session, type Shell, type Stream, setVariable } from './shell.ts';
import { DATA, eitherOf, UNKNOWN, type Word, wordOf } from './value.ts';
import { isFilteredListing } from './variable-listing.ts';
import { judgeVariable, steers } from './variables.ts';

/** Runs a text without doing anything: every command is judged in the state that the ones before it would leave. */
export function createEngine(): Engine {
  const expander = createExpander((script, shell, stdin) => walkScript(script, shell, stdin));
  const engine: Engine = { script, command };
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
      const called = callFunction(words, shell, stdin);
      return called ?? judgeCommand(words, shell, stdin);
    });
  }

  function walkScript(node: Syntax.ParsedScript, shell: Shell, stdin?: Stream): Stream {
    const { findings } = shell.session;
    if (node.errors && node.errors.length > 0) {
      findings.broken++;
      findings.note('moderate', `does not parse as a shell would: ${node.errors[0]!.message}`, '');
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
        if (node.wordlist) expander.words(node.wordlist, shell);
        setVariable(shell, node.name.value, UNKNOWN);
        return loop(node.body, shell, stdin);
      case 'Function':
        shell.functions.set(node.name.value, node);
        shell.session.defined.set(node, shell);
        return NOTHING;
      case 'Coproc':
        return node.body.type === 'CompoundList'
          ? walkList(node.body.commands, forkShell(shell), stdin)
          : walk(node.body, forkShell(shell), stdin);
      case 'TestCommand':
        visitTest(node.expression, shell);
        return NOTHING;
      case 'ArithmeticCommand':
        if (node.body.length > 4_000) throw new TooMuch('A calculation is too long to be judged');
        runInside(node.body, shell);
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
        if (!leaves(next)) merge(shell, [fork], true);
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
    merge(shell, forks, mayskip || forks.length < bodies.length);
    return printed ?? NOTHING;
  }

  /** Twice, where the first round leaves another state for the second. */
  function loop(body: Syntax.CompoundList, shell: Shell, stdin?: Stream): Stream {
    spend(shell.session.budget, 5);
    const fork = forkShell(shell);
    let stream = walkList(body.commands, fork, stdin);
    const changed = fork.variables.own().size > 0 || fork.cwd !== shell.cwd;
    merge(shell, [fork], true);
    if (changed) {
      const second = forkShell(shell);
      stream = joinStreams(stream, walkList(body.commands, second, stdin));
      merge(shell, [second], true);
    }
    return stream.kind === 'text' && stream.value === '' ? NOTHING : PRINTED;
  }

  function walkFor(node: Syntax.For, shell: Shell, stdin?: Stream): Stream {
    const words = node.wordlist
      ? expander.words(node.wordlist, shell).map(word => word.value)
      : (shell.positional ?? [UNKNOWN]);
    let stream: Stream = NOTHING;
    for (const value of words.length > 0 ? representatives(words) : [UNKNOWN]) {
      setVariable(shell, node.name.value, value);
      stream = joinStreams(stream, loop(node.body, shell, stdin));
    }
    return stream;
  }

  function merge(shell: Shell, forks: readonly Shell[], mayskip: boolean): undefined {
    if (forks.length === 0) return;
    const names = new Set(forks.flatMap(fork => [...fork.variables.own().keys()]));
    for (const name of names) {
      const values = forks.map(fork => fork.variables.get(name) ?? [UNKNOWN]);
      if (mayskip) values.push(shell.variables.get(name) ?? values[0]!);
      const [first, ...others] = values;
      shell.variables.set(
        name,
        others.reduce(
          (a, b) => (a.length === b.length ? a.map((value, at) => eitherOf(value, b[at]!)) : [UNKNOWN]),
          first!,
        ),
      );
    }
    for (const fork of forks) for (const [name, body] of fork.functions.own()) shell.functions.set(name, body);
    const folders = new Set([...forks.map(fork => fork.cwd), ...(mayskip ? [shell.cwd] : [])]);
    const [folder, other, more] = [...folders];
    shell.cwd = more !== undefined || folders.has(undefined) ? undefined : folder;
    if (folders.size === 2 && shell.cwd !== undefined) shell.perhaps = other;
    shell.strict ||= forks.every(fork => fork.strict);
  }

  function visitTest(expression: Syntax.TestExpression, shell: Shell): undefined {
    spend(shell.session.budget, 1);
    deeper(shell.session.budget, () => {
      if (expression.type === 'TestUnary') expander.text(expression.operand, shell);
      else if (expression.type === 'TestBinary') {
        expander.text(expression.left, shell);
        expander.text(expression.right, shell);
      } else if (expression.type === 'TestLogical') for (const one of expression.operands) visitTest(one, shell);
      else visitTest(expression.type === 'TestNot' ? expression.operand : expression.expression, shell);
    });
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
    if (node.suffix.length > 3_000) throw new TooMuch('A command has too many words to be judged');
    spend(shell.session.budget, 1 + 3 * (node.prefix.length + node.redirects.length));
    const assignments = node.prefix.filter(part => part.type === 'Assignment');
    const given = assignments.map(part => assign(part, shell));
    const nodes: (Syntax.Word | Syntax.Assignment)[] = node.name ? [node.name, ...node.args] : [];
    const words: Word[] = [];
    for (const one of nodes) {
      if (one.type === 'Word') words.push(...expander.words([one], shell));
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

  function assign(part: Syntax.Assignment, shell: Shell): readonly string[] {
    if (part.index) expander.text(part.index, shell);
    if (part.value.type === 'ArrayValue' && part.value.elements.length > 3_000) {
      throw new TooMuch('A list is too long to be judged');
    }
    if (part.value.type === 'ArrayValue') return expander.words(part.value.elements, shell).map(word => word.value);
    const value = expander.text(part.value, shell);
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
export function walkForgotten({ defined, called, engine }: Session): undefined {
  for (const [node, shell] of defined) {
    if (called.has(node)) continue;
    shell.functions.set(node.name.value, node);
    engine.command([wordOf(node.name.value), wordOf(UNKNOWN)], shell);
  }
}

const limit = (value: string): string => (value.length > 20_000 ? DATA : value);

const sameText = (a: Stream, b: Stream): boolean => a.kind === 'text' && b.kind === 'text' && a.value === b.value;
