import type * as Syntax from 'unbash';
import { programNamed } from '../programs/index.ts';
import { createRun, risk } from '../state/run.ts';
import { PRINTED, type Shell, type Stream } from '../state/shell.ts';
import { quoteWord, type Word } from '../state/value.ts';
import { isForking } from './control-flow.ts';
import type { Walker } from './walker.ts';

export function callFunction(walker: Walker, words: readonly Word[], shell: Shell, stdin?: Stream): Stream | undefined {
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
    return runFunction(walker, body, shell, stdin);
  } finally {
    shell.positional = positional;
    calls.pop();
  }
}

function runFunction(walker: Walker, node: Syntax.Function, shell: Shell, stdin?: Stream): Stream {
  return node.body.type === 'CompoundList'
    ? walker.list(node.body.commands, shell, stdin)
    : walker.walk(node.body, shell, stdin);
}

/** Judges an alias. Only some shells put its text in its place, so a program of that name is judged too. */
export function callAlias(walker: Walker, words: readonly Word[], shell: Shell, stdin?: Stream): Stream | undefined {
  const name = words[0]!.value;
  const { aliases } = shell.session;
  const text = aliases.get(name);
  if (text === undefined) return undefined;
  aliases.delete(name);
  const rest = words.slice(1).map(({ value }) => quoteWord(value));
  const stream = walker.script([text, ...rest].join(' '), shell, stdin);
  aliases.set(name, text);
  return programNamed(name) ? undefined : stream;
}
