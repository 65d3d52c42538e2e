import type * as Syntax from 'unbash';
import { parse } from 'unbash';
import { judgeCommand } from '../judge/judge-command.ts';
import { programNamed } from '../programs/index.ts';
import { checkShape, deeper, spend } from '../state/bounds.ts';
import { forkShell, NOTHING, type Shell, type ShellEngine, type ShellSession, type Stream } from '../state/shell.ts';
import { UNKNOWN, type Word, wordOf } from '../state/value.ts';
import { callAlias, callFunction } from './call-defined.ts';
import { isChecked } from './control-flow.ts';
import { joinStreams } from './redirect.ts';
import { walkPlain } from './walk-command.ts';
import { walkCompound } from './walk-compound.ts';

/** Runs a text without doing anything: every command is judged in the state that the commands before it would leave. */
export const ENGINE: ShellEngine = {
  script,
  parsed,
  command,
  list,
  walk,
  knows: name => programNamed(name) !== undefined,
};

function script(text: string, shell: Shell, stdin?: Stream): Stream {
  const { budget } = shell.session;
  spend(budget, 5, text.length);
  checkShape(text);
  const { findings } = shell.session;
  const before = findings.broken;
  const stream = deeper(budget, () => parsed(parse(text), shell, stdin));
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

function parsed(node: Syntax.ParsedScript, shell: Shell, stdin?: Stream): Stream {
  const { findings } = shell.session;
  if (node.errors && node.errors.length > 0) {
    findings.broken++;
    // A shell runs line by line: the lines before the error have run by the time it is met.
    findings.note('dangerous', `does not parse as a shell would: ${node.errors[0]!.message}`, '');
    findings.unbounded = true;
  }
  return list(node.commands, shell, stdin);
}

function list(statements: readonly Syntax.Statement[], shell: Shell, stdin?: Stream): Stream {
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

/** Walks functions that this text never calls: a trap, a hook or a later command may. */
export function walkForgotten({ defined, called, engine }: ShellSession): undefined {
  for (const [node, shell] of defined) {
    if (called.has(node)) continue;
    shell.functions.set(node.name.value, node);
    engine.command([wordOf(node.name.value), wordOf(UNKNOWN)], shell);
  }
}

const MOST = 300;

/**
 * Judges a text that does not parse: every piece between two signs that starts with the name of a known program is a
 * command. Another shell may read the text otherwise, and then these commands run.
 */
function judgeFragments(text: string, shell: Shell): undefined {
  const pieces = text.slice(0, 20_000).split(/[\n;&|(){}`"'<>]+|\$\(/);
  for (const piece of pieces.slice(0, MOST)) {
    const words = piece.trim().split(/\s+/).slice(0, 50);
    if (words[0] && programNamed(words[0])) shell.session.engine.command(words.map(wordOf), shell);
  }
}
