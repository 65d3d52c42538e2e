import type * as Syntax from 'unbash';
import { expandText, expandWords } from '../expand/expand.ts';
import { judgeVariable } from '../judge/variables.ts';
import { spend, TooMuchError } from '../state/bounds.ts';
import { createRun } from '../state/run.ts';
import type { Shell } from '../state/shell.ts';
import { DATA, type Word, wordOf } from '../state/value.ts';

export function assign(part: Syntax.Assignment, shell: Shell): readonly string[] {
  if (part.index) expandText(part.index, shell);
  if (part.value.type === 'ArrayValue' && part.value.elements.length > 3_000)
    throw new TooMuchError('A list is too long to be judged');
  if (part.value.type === 'ArrayValue') return expandWords(part.value.elements, shell).map(word => word.value);
  const value = expandText(part.value, shell);
  spend(shell.session.budget, 1, value.length);
  return [value];
}

export function keep(part: Syntax.Assignment, given: readonly string[], shell: Shell): undefined {
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

export function assignmentWord(part: Syntax.Assignment, shell: Shell): Word {
  const given = assign(part, shell);
  if (part.value.type === 'ArrayValue') shell.variables.set(part.name, given);
  return wordOf(`${part.name}=${given.join(' ')}`);
}

const limit = (value: string): string => (value.length > 20_000 ? DATA : value);
