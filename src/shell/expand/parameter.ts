import type * as Syntax from 'unbash';
import { runInside } from '../interpret/run-inside.ts';
import { isSecretName } from '../judge/secrets.ts';
import { homeOf, tempOf } from '../state/place.ts';
import { type Shell, setVariable, variableOf } from '../state/shell.ts';
import { DATA, eitherOf, isKnown, isLoose, SECRET, SOME, UNKNOWN, wordSet } from '../state/value.ts';

/** A piece of a word: `fields` where the piece becomes several words even in quotes, `split` where spaces part it. */
export type Piece = { readonly value: string; readonly split?: boolean; readonly fields?: readonly string[] };

/** Expands a word inside of an expansion. */
type TextOf = (word: Syntax.Word, shell: Shell) => string;

/** Variables whose value is a number, a name or a word of the system, and leads nowhere as a path. */
const HARMLESS = wordSet(
  '? # $ ! - USER LOGNAME HOSTNAME UID EUID PPID RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME SHLVL OSTYPE HOSTTYPE MACHTYPE BASHPID LANG TERM COLUMNS LINES BASH_VERSION OPTIND',
);

function lookUp(name: string, shell: Shell): readonly string[] {
  const other = shell.session.references.get(name);
  if (other !== undefined && other !== name && isKnown(other)) return shell.variables.get(other) ?? [UNKNOWN];
  const known = shell.variables.get(name);
  if (known) return known;
  if (/^\d+$/.test(name)) {
    if (name === '0' || !shell.positional) return [UNKNOWN];
    return [shell.positional[Number(name) - 1] ?? ''];
  }
  if (name === '@' || name === '*') return shell.positional ?? [UNKNOWN];
  if (HARMLESS.has(name)) return [SOME];
  const { where } = shell.session;
  if (name === 'HOME') return [homeOf(where)];
  if (name === 'PWD') return [shell.cwd ?? UNKNOWN];
  if (name === 'TMPDIR' || name === 'TMP' || name === 'TEMP') return [tempOf(where)];
  if (name === 'IFS') return [' \t\n'];
  if (name === 'SHELL' || name === 'BASH') return ['/bin/bash'];
  return [isSecretName(name) ? SECRET : UNKNOWN];
}

export function expandParameter(
  name: string,
  node: Syntax.ParameterExpansionPart | undefined,
  quoted: boolean,
  shell: Shell,
  expand: TextOf,
): Piece {
  if (node && hidesCommands(node)) runInside(node.text.slice(2, -1), shell);
  const values = lookUp(name, shell);
  const index = node?.index && expand(node.index, shell);
  const all = name === '@' || name === '*' || index === '@' || index === '*';
  if (node?.prefix === '#') return { value: SOME };
  if (all && !node?.operation && node?.prefix === undefined) {
    if (quoted && (name === '*' || index === '*')) return { value: values.join(' ') };
    return quoted ? { value: '', fields: values } : { value: values.join(' '), split: true };
  }
  let value = all ? values.join(' ') : indexed(values, index);
  if (node?.prefix === '!') value = indirect(value, shell);
  if (node?.operation) value = operate(value, shell.variables.get(name) !== undefined, node, shell, expand);
  return { value: value.length > 20_000 ? DATA : value, split: !quoted };
}

/** Whether the parser may part the text at a slash or a sign that belongs to a substitution. */
const hidesCommands = ({ operation, text }: Syntax.ParameterExpansionPart): boolean =>
  /\$\(|`/.test(text) && (!operation || operation.type === 'Replace' || operation.type === 'Unknown');

function indexed(values: readonly string[], index: string | undefined): string {
  if (index === undefined) return values[0] ?? '';
  if (/^\d+$/.test(index))
    return (values.length === 1 && isLoose(values[0] ?? '') ? values[0] : values[Number(index)]) ?? '';
  return values.length === 0 ? UNKNOWN : values.reduce(eitherOf);
}

const indirect = (name: string, shell: Shell): string =>
  /^\w+$/.test(name) && isKnown(name) ? (variableOf(shell, name) ?? (isSecretName(name) ? SECRET : UNKNOWN)) : UNKNOWN;

function operate(
  value: string,
  isSet: boolean,
  { operation, parameter }: Syntax.ParameterExpansionPart,
  shell: Shell,
  expand: TextOf,
): string {
  const textOf = (word: Syntax.Word | undefined): string => (word ? expand(word, shell) : '');
  switch (operation?.type) {
    case 'Default': {
      const other = textOf(operation.operand);
      const sign = operation.operator.at(-1);
      if (sign === '+') return isSet && value === '' ? '' : other;
      if (sign === '?') return value;
      const result = (isSet && value !== '') || (isKnown(value) && value !== '') ? value : other;
      if (sign === '=') setVariable(shell, parameter, result);
      return result;
    }
    case 'Remove':
      return removed(value, operation.operator, textOf(operation.operand));
    case 'Replace': {
      const pattern = textOf(operation.pattern);
      const replacement = textOf(operation.replacement);
      if (!isKnown(value) || !isKnown(pattern) || !isKnown(replacement)) return changed(value, pattern, replacement);
      return operation.operator === '//' ? value.replaceAll(pattern, replacement) : value.replace(pattern, replacement);
    }
    case 'Slice': {
      const offset = Number(textOf(operation.offset));
      const length = operation.length ? Number(textOf(operation.length)) : undefined;
      if (!isKnown(value) || Number.isNaN(offset) || Number.isNaN(length ?? 0)) return changed(value);
      return sliced(value, offset, length);
    }
    case 'CaseModification': {
      textOf(operation.operand);
      const upper = operation.operator.startsWith('^');
      if (operation.operator.length === 2) return upper ? value.toUpperCase() : value.toLowerCase();
      const first = value.slice(0, 1);
      return (upper ? first.toUpperCase() : first.toLowerCase()) + value.slice(1);
    }
    case 'Transform':
      // `@P` runs the substitutions that the value holds.
      if (textOf(operation.operand) === 'P') runPrompt(value, shell);
      return value;
    case 'Names':
      return SOME;
    default:
      return UNKNOWN;
  }
}

function runPrompt(value: string, shell: Shell): undefined {
  const { engine, findings } = shell.session;
  if (isKnown(value)) engine.script(`: "${value.replaceAll('"', '')}"`, shell);
  else findings.note('dangerous', 'expands a text as a prompt, which runs what is in it', value);
}

const changed = (value: string, ...others: readonly string[]): string =>
  [value, ...others].some(isLoose) ? (value.includes(SECRET) ? SECRET : value.includes(DATA) ? DATA : UNKNOWN) : SOME;

function sliced(value: string, offset: number, length: number | undefined): string {
  const start = offset < 0 ? Math.max(0, value.length + offset) : offset;
  if (length === undefined) return value.slice(start);
  return length < 0 ? value.slice(start, length) : value.slice(start, start + length);
}

/** The value that `${f%.txt}` leaves: exact for plain patterns, the same kind of value otherwise. */
function removed(value: string, operator: string, pattern: string): string {
  if (isLoose(pattern)) return changed(value, pattern);
  const star = pattern.indexOf(SOME);
  if (star < 0) {
    if (operator[0] === '%') return value.endsWith(pattern) ? value.slice(0, value.length - pattern.length) : value;
    return value.startsWith(pattern) ? value.slice(pattern.length) : value;
  }
  const greedy = operator.length === 2;
  if (operator[0] === '%' && pattern.length > 1 && star === pattern.length - 1) {
    const head = pattern.slice(0, -1);
    const at = greedy ? value.indexOf(head) : value.lastIndexOf(head);
    return at < 0 ? value : value.slice(0, at);
  }
  if (operator[0] === '#' && pattern.length > 1 && star === 0) {
    const tail = pattern.slice(1);
    const at = greedy ? value.lastIndexOf(tail) : value.indexOf(tail);
    return at < 0 ? value : value.slice(at + tail.length);
  }
  return changed(value, isKnown(value) ? UNKNOWN : '');
}
