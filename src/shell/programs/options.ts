import { addAll } from '../../tool/lists/long-lists.ts';
import type { Word } from '../state/value.ts';
import type { GivenOption, GivenWords, Option, Program, Programs, WordRole } from './program.ts';
import { byName, ROLES } from './program.ts';

const compiled = new WeakMap<Program, ReadonlyMap<string, Option>>();
const verbs = new WeakMap<Programs, ReadonlyMap<string, Program>>();

export function verbNamed(table: Programs, name: string): Program | undefined {
  const known = verbs.get(table) ?? byName(table);
  verbs.set(table, known);
  return known.get(name);
}

function optionsOf(program: Program): ReadonlyMap<string, Option> {
  const known = compiled.get(program);
  if (known) return known;
  const { options = '', milds = {}, risks = {}, special = {}, long = false } = program;
  const words = options.split(/\s+/);
  const warned = [
    ...Object.entries(milds).map(([moderate, text]) => ({ warning: { moderate }, text })),
    ...Object.entries(risks).map(([dangerous, text]) => ({ warning: { dangerous }, text })),
  ];
  const table = new Map([
    ...words.filter(word => !/[=|]/.test(word)).flatMap(word => flagsIn(word, long)),
    ...words.filter(word => /^[^|]+=$/.test(word)).flatMap(word => namesIn(word)),
    ...words.filter(word => /[|]|=./.test(word)).flatMap(word => namesIn(word)),
    ...warned.flatMap(({ warning, text }) => text.split(' ').flatMap(word => namesIn(word, warning))),
    ...Object.entries(special),
  ]);
  compiled.set(program, table);
  return table;
}

const flagsIn = (word: string, long: boolean): [string, Option][] =>
  long || !/^-[^-]/.test(word) ? [[word, {}]] : [...word.slice(1)].map(letter => [`-${letter}`, {}]);

/** Each name of an option, as a table writes it: `-o|--output=write`. */
function namesIn(word: string, warning: Option = {}): [string, Option][] {
  const [, names = '', said, inside] = /^([^=]*)(?:=(\w*)(\??))?$/.exec(word) ?? [];
  const role = said === '' ? 'text' : said;
  if (role !== undefined && !(ROLES as readonly string[]).includes(role)) throw new TypeError(`No role is ${role}`);
  const all = names.split('|');
  const option = { ...warning, name: all[0], role: role as WordRole | undefined, optional: inside === '?' };
  return all.map(name => [name, option]);
}

/** Parts the words into options and operands, as the program itself would. */
export function parseOptions(program: Program, args: readonly Word[]): GivenWords {
  const table = optionsOf(program);
  const options: GivenOption[] = [];
  const operands: Word[] = [];
  let beforeDashes = -1;
  let index = 0;
  const take = (): string | undefined => args[++index]?.value;
  for (; index < args.length; index++) {
    const word = args[index]!;
    const { value } = word;
    if (beforeDashes >= 0 || value === '-' || (value[0] !== '-' && value[0] !== '+')) {
      if (program.prefix && beforeDashes < 0) {
        addAll(operands, args.slice(index));
        break;
      }
      operands.push(word);
    } else if (value[0] === '+') {
      if (table.has('+'))
        options.push({ name: table.get('+')!.name ?? '+', value: value.slice(1), option: table.get('+') });
      else operands.push(word);
    } else if (value === '--') {
      beforeDashes = operands.length;
      if (program.prefix) {
        addAll(operands, args.slice(index + 1));
        break;
      }
    } else {
      const at = index;
      const long = value.startsWith('--') || program.long || table.has(value);
      const found = long ? [longOption(value, table, take)] : shortOptions(value, table, take);
      for (const one of found) options.push({ ...one, at });
    }
    if (options.at(-1)?.option?.ends) {
      addAll(operands, args.slice(index + 1));
      break;
    }
  }
  return {
    options,
    operands,
    values: operands.map(({ value }) => value),
    beforeDashes: beforeDashes < 0 ? operands.length : beforeDashes,
    has: names => options.some(({ name }) => names.split(' ').includes(name)),
    valueOf: names => options.findLast(({ name }) => names.split(' ').includes(name))?.value,
    allOf: names =>
      options.filter(({ name, option }) => option && names.split(' ').includes(name)).map(({ value }) => value ?? ''),
  };
}

type WordTaker = () => string | undefined;

function longOption(word: string, table: ReadonlyMap<string, Option>, take: WordTaker): GivenOption {
  const equals = word.indexOf('=');
  const given = equals < 0 ? word : word.slice(0, equals);
  const inline = equals < 0 ? undefined : word.slice(equals + 1);
  const option = table.get(given) ?? abbreviated(given, table);
  const name = option?.name ?? given;
  if (inline !== undefined) return { name, value: inline, option };
  return { name, value: option?.role && !option.optional ? take() : undefined, option };
}

/** The option that a start of a long name stands for, as GNU programs take it; of several the worst counts. */
function abbreviated(given: string, table: ReadonlyMap<string, Option>): Option | undefined {
  if (!given.startsWith('--') || given.length < 4) return undefined;
  let found: Option | undefined;
  for (const [name, option] of table) {
    const { moderate, dangerous, role = 'text' } = option;
    const matters = moderate || dangerous || role !== 'text';
    if (matters && name.startsWith(given) && (found === undefined || dangerous)) found = option;
  }
  return found;
}

function shortOptions(word: string, table: ReadonlyMap<string, Option>, take: WordTaker): GivenOption[] {
  const made: GivenOption[] = [];
  for (let at = 1; at < word.length; at++) {
    const name = `-${word[at]}`;
    const option = table.get(name) ?? (/\d/.test(name) ? table.get('-#') : undefined);
    const rest = word.slice(at + 1);
    if (option?.optional instanceof RegExp) {
      const value = option.optional.exec(rest)?.[0] ?? '';
      made.push({ name: option.name ?? name, value, option });
      at += value.length;
      continue;
    }
    if (option?.role && (rest !== '' || !option.optional)) {
      made.push({ name: option.name ?? name, value: rest !== '' ? rest.replace(/^=/, '') : take(), option });
      break;
    }
    made.push({ name: option?.name ?? name, value: undefined, option });
    if (option?.optional) break;
  }
  return made;
}
