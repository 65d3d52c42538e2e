import type * as Syntax from 'unbash';
import { isKnown, SOME, staysBelow, UNKNOWN } from '../state/value.ts';

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
