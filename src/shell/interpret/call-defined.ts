import type * as Syntax from 'unbash';
import { programNamed } from '../programs/index.ts';
import { createRun, risk } from '../state/run.ts';
import { PRINTED, type Shell, type Stream, withPositional } from '../state/shell.ts';
import { quoteWord, type Word } from '../state/value.ts';
import { isForking } from './control-flow.ts';

export function callFunction(words: readonly Word[], shell: Shell, stdin?: Stream): Stream | undefined {
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
  try {
    const values = words.slice(1).map(word => word.value);
    return withPositional(shell, values, () => runBody(body, shell, stdin));
  } finally {
    calls.pop();
  }
}

export function runBody({ body }: Syntax.Function | Syntax.Coproc, shell: Shell, stdin?: Stream): Stream {
  const { engine } = shell.session;
  return body.type === 'CompoundList' ? engine.list(body.commands, shell, stdin) : engine.walk(body, shell, stdin);
}

/** Judges an alias. Only some shells put the alias's text in its place, so a program of that name is judged too. */
export function callAlias(words: readonly Word[], shell: Shell, stdin?: Stream): Stream | undefined {
  const name = words[0]!.value;
  const { aliases, engine } = shell.session;
  const text = aliases.get(name);
  if (text === undefined) return undefined;
  aliases.delete(name);
  const rest = words.slice(1).map(({ value }) => quoteWord(value));
  const stream = engine.script([text, ...rest].join(' '), shell, stdin);
  aliases.set(name, text);
  return programNamed(name) ? undefined : stream;
}
