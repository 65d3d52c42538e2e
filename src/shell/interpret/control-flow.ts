import type * as Syntax from 'unbash';
import type { Shell } from '../state/shell.ts';
import { eitherOf, isKnown, SOME, staysBelow, UNKNOWN, wordSet } from '../state/value.ts';

/** Whether a command's failure is dealt with, as in `cd x || exit`: the next command runs only after a success. */
export const isChecked = (node: Syntax.PipelineNode | Syntax.AndOr): boolean =>
  node.type === 'AndOr' && node.operators.includes('||');

/** Whether a way of the script ends with this command, so that its state goes no further. */
export function leaves(node: Syntax.PipelineNode | Syntax.AndOr): boolean {
  if (node.type === 'BraceGroup') return node.body.commands.some(({ command }) => leaves(command));
  return node.type === 'Command' && /^(?:exit|return|continue|break)$/.test(node.name?.value ?? '');
}

/** Whether a function calls itself in the background, in a pipe, or without any condition, and so never ends. */
export function isForking(node: Syntax.Function): boolean {
  let forks = false;
  let checks = false;
  const look = (one: unknown): void => {
    if (Array.isArray(one)) {
      one.forEach(look);
      return;
    }
    if (typeof one !== 'object' || one === null || !('type' in one)) return;
    if (one.type === 'Pipeline' && 'commands' in one && (one.commands as unknown[]).length > 1) forks = true;
    if ('background' in one && one.background) forks = true;
    if (one.type === 'If' || one.type === 'AndOr' || one.type === 'Case' || one.type === 'While') checks = true;
    for (const [key, value] of Object.entries(one)) if (key !== 'parts') look(value);
  };
  look(node.body);
  return forks || !checks;
}

/** The values of a list that are enough to stand for all of it. */
export function representatives(words: readonly string[]): readonly string[] {
  if (words.length <= 8) return words;
  const odd = words.filter(word => !isKnown(word) || !/^[\w][\w.-]*$/.test(word));
  return [...new Set(odd)].slice(0, 64).concat(words.every(staysBelow) ? [SOME] : [UNKNOWN]);
}

const MANY = 500;

/** Whether a list is as long as `{1..99999}` or `$(seq 99999)`. */
const isLongRange = (nodes: readonly Syntax.Word[] | undefined): boolean =>
  nodes?.some(
    ({ text }) => Number(/^\{\d+\.\.(\d+)\}$|^\$\(seq (?:\d+ )*(\d+)\)$/.exec(text)?.slice(1).join('')) > MANY,
  ) ?? false;

/** Whether a loop starts a process in the background for each of very many words. */
export const floods = (node: Syntax.For, words: readonly string[]): boolean =>
  (words.length > MANY || isLongRange(node.wordlist)) && node.body.commands.some(({ background }) => background);

/** Commands that let an endless loop rest or end. */
const RESTS = wordSet('sleep break exit return read wait inotifywait kill timeout exec select fswatch entr');

/** Whether a loop's condition always holds and its body neither waits nor leaves. */
export function isEndless(node: Syntax.While | Syntax.ArithmeticFor): boolean {
  if (node.type === 'ArithmeticFor') return node.test === undefined && !rests(node.body);
  const [only, second] = node.clause.commands;
  if (!only || second || only.command.type !== 'Command') return false;
  const name = only.command.name?.value;
  const constant = node.kind === 'while' ? [':', 'true'] : ['false'];
  if (node.kind === 'while' && name === '[' && only.command.args.length === 2) {
    const [value] = only.command.args;
    return value?.type === 'Word' && /^[\w]+$/.test(value.value) && !value.parts && !rests(node.body);
  }
  return constant.includes(name ?? '') && !rests(node.body);
}

const MOST_PARTS = 300;

function rests(body: Syntax.CompoundList): boolean {
  let found = false;
  let parts = 0;
  const look = (one: unknown): void => {
    if (found || ++parts > MOST_PARTS || typeof one !== 'object' || one === null) return;
    if (Array.isArray(one)) {
      one.forEach(look);
      return;
    }
    // No loop waits for a command in the background.
    if ('background' in one && one.background === true) return;
    if ('type' in one && one.type === 'Command' && 'name' in one) {
      const name = (one as Syntax.Command).name?.value;
      if (name !== undefined && RESTS.has(name)) found = true;
    }
    for (const [key, value] of Object.entries(one)) if (key !== 'parts') look(value);
  };
  look(body.commands);
  return found;
}

/** Merges the states that several ways of a script leave behind into the shell that goes on. */
export function mergeShells(shell: Shell, forks: readonly Shell[], mayskip: boolean): undefined {
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
