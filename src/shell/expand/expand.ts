import type * as Syntax from 'unbash';
import { parse } from 'unbash';
import { addAll } from '../../tool/lists/long-lists.ts';
import { runCalculation } from '../interpret/run-inside.ts';
import { namesSecret, readPath } from '../judge/touch.ts';
import { spend, TooMuchError } from '../state/bounds.ts';
import { homeOf } from '../state/place.ts';
import { createRun } from '../state/run.ts';
import { forkShell, type Shell, type Stream, variableOf } from '../state/shell.ts';
import { DATA, isKnown, quoteWord, SOME, showValue, UNKNOWN, type Word, wordOf } from '../state/value.ts';
import { expandBraces } from './brace.ts';
import { expandParameter, type Piece } from './parameter.ts';

export function expandWords(nodes: readonly Syntax.Word[], shell: Shell): Word[] {
  const made: Word[] = [];
  for (const node of nodes) {
    spend(shell.session.budget, 0.1);
    const braces = node.parts?.some(part => part.type === 'BraceExpansion');
    if (braces) addAll(made, braceWords(node, shell));
    else addWord(made, node, shell);
  }
  return made;
}

function braceWords(node: Syntax.Word, shell: Shell): Word[] {
  const sources = expandBraces(node.text);
  if (!sources) return [{ value: UNKNOWN, text: node.text }];
  spend(shell.session.budget, sources.length, sources.length * node.text.length);
  const made: Word[] = [];
  for (const source of sources) {
    const again = wordFrom(source);
    if (again) addWord(made, again, shell);
    else made.push({ value: UNKNOWN, text: source });
  }
  return made;
}

function addWord(made: Word[], node: Syntax.Word, shell: Shell): undefined {
  if (!node.parts) {
    const value = assigned(node.value, node.text, shell) ?? tilde(node.value, node.text, shell);
    made.push({ value, text: quoteWord(value) });
    return;
  }
  const fields = fieldsOf(pieces(node.parts, false, shell), separators(shell));
  const pure = fields.length === 1 && !/[`(]/.test(node.text);
  for (const value of fields) {
    made.push({ value, text: isKnown(value) || !pure ? showValue(value) : node.text });
    const hidden = shell.session.hiddenGlobs ? value.replace(/(^|\/)(?=\uE000)/, '$1.') : value;
    if (hidden !== value) made.push({ value: hidden, text: showValue(hidden) });
  }
}

/** The expansion to one text that is never parted: a value to assign, match or redirect to. */
export function expandText(node: Syntax.Word, shell: Shell): string {
  spend(shell.session.budget, 1);
  if (!node.parts) return tilde(node.value, node.text, shell);
  return joined(pieces(node.parts, false, shell));
}

export const expandParts = (all: readonly Syntax.WordPart[], shell: Shell): string => joined(pieces(all, true, shell));

function pieces(all: readonly Syntax.WordPart[], quoted: boolean, shell: Shell): Piece[] {
  const made: Piece[] = [];
  if (all.length > MOST_PIECES) throw new TooMuchError('A word has too many pieces to be judged');
  for (const [index, part] of all.entries()) {
    spend(shell.session.budget, 0.5);
    if (part.type === 'DoubleQuoted' || part.type === 'LocaleString') {
      addAll(made, [...pieces(part.parts, true, shell), { value: '' }]);
      continue;
    }
    const piece = pieceOf(part, quoted, shell, index === 0);
    if (!isKnown(piece.value) || piece.value.length > 200) spend(shell.session.budget, 0, piece.value.length);
    made.push(piece);
  }
  return made;
}

function pieceOf(
  part: Exclude<Syntax.WordPart, Syntax.DoubleQuotedPart | Syntax.LocaleStringPart>,
  quoted: boolean,
  shell: Shell,
  first: boolean,
): Piece {
  switch (part.type) {
    case 'Literal':
      return { value: first && !quoted ? tilde(part.value, part.text, shell) : part.value };
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return { value: part.value };
    case 'Glob':
      for (const inner of part.parts ?? []) if (inner.type === 'CommandExpansion') pieceOf(inner, true, shell, false);
      return { value: quoted ? part.value : SOME };
    case 'ExtendedGlob':
      if (part.parts) pieces(part.parts, true, shell);
      return { value: SOME };
    case 'BraceExpansion':
      if (part.parts) pieces(part.parts, true, shell);
      return { value: part.text };
    case 'SimpleExpansion':
      return expandParameter(part.text.slice(1), undefined, quoted, shell, expandText);
    case 'ParameterExpansion':
      spend(shell.session.budget, 1, part.end - part.pos);
      return expandParameter(part.parameter, part, quoted, shell, expandText);
    case 'CommandExpansion':
      return { value: printedBy(part, shell), split: !quoted };
    case 'ProcessSubstitution':
      return { value: processFile(part, shell) };
    case 'ArithmeticExpansion':
      if (part.end - part.pos > LONGEST_SUM) throw new TooMuchError('A calculation is too long to be judged');
      spend(shell.session.budget, 2, part.end - part.pos);
      visitCalculation(part.expression, shell);
      runCalculation(part.text.replace(/^\$\(\(|\)\)$/g, ''), shell);
      return { value: SOME };
  }
}

function printedBy(part: Syntax.CommandExpansionPart, shell: Shell): string {
  spend(shell.session.budget, 5, part.end - part.pos);
  if (!part.script) return DATA;
  const stream = shell.session.engine.parsed(part.script, forkShell(shell));
  if (stream.kind === 'data' && stream.endless)
    shell.session.findings.note('dangerous', 'reads without end, until the memory is used up', part.text);
  if (stream.kind === 'data' && stream.told !== undefined) readTold(stream.told, shell);
  if (stream.kind === 'text') return stream.value.replace(/\n+$/, '');
  return stream.kind === 'file' ? (shell.session.made.get(stream.path)?.content ?? DATA) : DATA;
}

function processFile(part: Syntax.ProcessSubstitutionPart, shell: Shell): string {
  spend(shell.session.budget, 5, part.end - part.pos);
  const path = `/dev/fd/${1000 + shell.session.made.size}`;
  const stdin: Stream | undefined = part.operator === '>' ? { kind: 'data' } : undefined;
  const stream: Stream = part.script
    ? shell.session.engine.parsed(part.script, forkShell(shell), stdin)
    : { kind: 'data' };
  const content = stream.kind === 'text' ? stream.value : DATA;
  shell.session.made.set(path, { content, network: stream.kind === 'data' && stream.network === true });
  return path;
}

/** Runs the substitutions inside an expression, for nothing else of it matters. */
export function visitCalculation(expression: Syntax.ArithmeticExpression | undefined, shell: Shell): undefined {
  const waiting = expression ? [expression] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    spend(shell.session.budget, 1);
    if (next.type === 'ArithmeticBinary') waiting.push(next.left, next.right);
    else if (next.type === 'ArithmeticUnary') waiting.push(next.operand);
    else if (next.type === 'ArithmeticTernary') waiting.push(next.test, next.consequent, next.alternate);
    else if (next.type === 'ArithmeticGroup') waiting.push(next.expression);
    else if (next.type === 'ArithmeticWord') pieces(next.parts ?? [], true, shell);
    else if (next.script) {
      spend(shell.session.budget, 5, next.end - next.pos);
      shell.session.engine.parsed(next.script, forkShell(shell));
    }
  }
}

/** Judges a secret as read whose name is written so that nobody sees it: such a name is there to be read. */
function readTold(told: string, shell: Shell): undefined {
  for (const name of told.split(/\s+/))
    if (namesSecret(shell, name)) readPath(createRun([wordOf(name)], shell, undefined), name);
}

const LONGEST_SUM = 4_000;
const MOST_PIECES = 5_000;

const joined = (pieces: readonly Piece[]): string =>
  pieces.map(piece => piece.fields?.join(' ') ?? piece.value).join('');

/** The source of one word as a parser sees it. */
function wordFrom(source: string): Syntax.Word | undefined {
  const { commands, errors } = parse(`: ${source}`);
  const command = commands[0]?.command;
  if (errors || commands.length !== 1 || command?.type !== 'Command' || command.suffix.length !== 1) return undefined;
  const [node] = command.suffix;
  return node?.type === 'Word' ? node : undefined;
}

/** The value of a word that looks like an assignment, such as `of=~/x`, and is treated as one. */
function assigned(value: string, source: string, shell: Shell): string | undefined {
  const equals = /^[A-Za-z_]\w*=(?=~)/.exec(source)?.[0];
  return equals && equals + tilde(value.slice(equals.length), source.slice(equals.length), shell);
}

function tilde(value: string, source: string, shell: Shell): string {
  if (source[0] !== '~') return value;
  const end = value.indexOf('/');
  const name = end < 0 ? value.slice(1) : value.slice(1, end);
  const rest = end < 0 ? '' : value.slice(end);
  if (name === '') return (variableOf(shell, 'HOME') ?? homeOf(shell.session.where)) + rest;
  if (name === '+') return (shell.cwd ?? UNKNOWN) + rest;
  if (name === 'root') return `/root${rest}`;
  return /^[a-z_][\w-]*$/i.test(name) ? `/home/${name}${rest}` : UNKNOWN + rest;
}

function separators(shell: Shell): RegExp {
  const ifs = variableOf(shell, 'IFS');
  if (ifs === undefined || !isKnown(ifs)) return /[ \t\n]+/;
  return ifs === '' ? /(?!)/ : new RegExp(`[${ifs.replace(/[\\\]^-]/g, '\\$&')}]+`);
}

/** Globs, also in the value of a variable, where it stands without quotes. */
const GLOB = /[*?]+|\[[^\]]+\]/g;

/** Joins the pieces to words and parts them where a shell would; an expansion to nothing leaves no word. */
function fieldsOf(pieces: readonly Piece[], separator: RegExp): string[] {
  const fields: string[] = [];
  let current: string | undefined;
  for (const { value, split, fields: several } of pieces) {
    const parts = several ?? (split ? value.replace(GLOB, SOME).split(separator) : [value]);
    if (several?.length === 0 || (split && value === '')) continue;
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        if (current !== undefined && (current !== '' || !split)) fields.push(current);
        current = part;
      } else current = (current ?? '') + part;
    }
  }
  if (current !== undefined && (current !== '' || pieces.some(piece => !piece.split))) fields.push(current);
  return fields;
}
