import { addAll } from '../../tool/lists/long-lists.ts';
import { runsLater } from '../state/place.ts';
import { type JudgedCommand, mild, risk, unsure } from '../state/run.ts';
import { locate } from '../state/shell.ts';
import { showValue } from '../state/value.ts';
import type { Token } from './tokens.ts';

/** Calls that open a file or a folder. */
const OPENS =
  /^(?:open|openSync|readFile|readFileSync|createReadStream|readdir|readdirSync|file_get_contents|fopen|listdir|scandir|glob|walk|Path|readlines|load_file|read_text|File)$/;
/** Ways to make a text of pieces, so that nobody sees a path. */
const HIDES =
  /^(?:chr|decode|b64decode|fromhex|unhexlify|fromCharCode|reversed|reverse|rot13|codecs|expanduser|expandvars|home|homedir|pack|strrev|sep|atob|unescape|Buffer|bytes|bytearray|fromCodePoint|Uint8Array|translate|maketrans)$/;
/** Ways that only put a path together from its folders. */
const JOINS = /^(?:join|resolve|Path|str|rglob|glob|iterdir|walk|basename|abspath|normpath|relative)$/;
/** Sources of a name that the code itself does not hold. */
const COMES_IN =
  /^(?:argv|input|stdin|environ|env|getenv|ARGV|ARGF|gets|readline|prompt|parent|parents|listdir|scandir)$/;

/** Judges code that leaves the folder or climbs out of it, so that a plain name means another file. */
export function judgeClimbing(run: JudgedCommand, tokens: readonly Token[]): undefined {
  const names = new Set(tokens.filter(({ kind }) => kind === 'name').map(({ text }) => text));
  for (const [at, { kind, text }] of tokens.entries()) {
    const [first, second, third] = [tokens[at + 1], tokens[at + 2], tokens[at + 3]];
    if (kind === 'name' && text === 'chdir') {
      if (second?.kind !== 'string' || /^[/~]|^\.\./.test(second.text)) return risk(run, 'goes to another folder');
    } else if (kind === 'string' && /^[/~]|^\.\.$/.test(text) && first?.text === ')' && second?.text === '/' && third)
      return risk(run, 'puts a path together from pieces');
  }
  if (names.has('parents') && ['cwd', 'resolve', 'absolute', 'home'].some(name => names.has(name)))
    return risk(run, 'climbs out of the workspace');
  if (names.has('joinpath')) mild(run, 'opens a file that is known only at run time');
}

/** Judges the files that code opens: a name that is not written out is unknown, one that is put together is hidden. */
export function judgeOpenings(run: JudgedCommand, tokens: readonly Token[], code: string): undefined {
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'name' || !OPENS.test(text) || (text === 'walk' && tokens[at - 2]?.text === 'ast')) continue;
    const bracket = tokens[at + 1]?.text === '.' ? at + 3 : at + 1;
    if (tokens[bracket]?.text !== '(') continue;
    const path = firstArgument(tokens, bracket + 1);
    if (path.length === 0 || isPlain(path) || /^\d$/.test(path[0]!.text)) continue;
    if (isPieced(path)) return risk(run, 'opens a file whose path is put together');
    const source = path.length === 1 ? [...path, ...valuesOf(tokens, path[0]!.text)] : path;
    if (path.length === 1 && source.length > 1 && source.slice(1).every(token => token.kind === 'string')) continue;
    const strings = tokens.filter(token => token.kind === 'string');
    const hides = (source.length > 1 ? source : tokens).some(token => token.kind === 'name' && HIDES.test(token.text));
    const joins = source.some(token => token.kind === 'name' && token.text === JOINED);
    const outside = strings.some(token => /^[/~]|\.\.\//.test(token.text));
    const hidden = hides || code.includes('[::-1]');
    if (hidden || outside || joins) {
      const say = hidden || strings.some(token => OF_OTHERS.test(token.text)) ? risk : unsure;
      return say(run, 'opens a file whose path is put together');
    }
    const computed = path.some(
      (token, at) => token.kind === 'name' && path[at + 1]?.text === '(' && !JOINS.test(token.text),
    );
    if (!computed && !tokens.some(token => token.kind === 'name' && COMES_IN.test(token.text))) continue;
    mild(run, 'opens a file that is known only at run time');
  }
}

/** Folders that hold nothing of the project, or parts of their paths. */
const OF_OTHERS = /\b(?:etc|proc|root|home|Users|ssh|shadow|passwd)\b|^~/;

/** A mark for a text that grows piece by piece. */
const JOINED = '+=';
const isPlain = (argument: readonly Token[]): boolean => argument.length === 1 && argument[0]!.kind === 'string';

const SHAPES =
  /^(?:format|replace|replaceAll|lower|upper|strip|lstrip|rstrip|concat|slice|toLowerCase|trim|removeprefix|removesuffix|[rbuf])$/;

/** Whether an argument is put together from written texts alone: there was no need to part them. */
const isPieced = (argument: readonly Token[]): boolean =>
  argument[0]?.kind === 'string' &&
  argument.length > 1 &&
  argument.every(
    ({ kind, text }) => kind === 'string' || (kind === 'sign' && /[%+.*(),]/.test(text)) || SHAPES.test(text),
  );

/** The words up to the first comma or the closing bracket. */
function firstArgument(tokens: readonly Token[], from: number): readonly Token[] {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const { kind, text } = tokens[at]!;
    if (kind !== 'sign') continue;
    if (/[([{]/.test(text)) depth++;
    else if (/[)\]}]/.test(text)) {
      if (--depth < 0) return tokens.slice(from, at);
    } else if (text === ',' && depth === 0) return tokens.slice(from, at);
  }
  return tokens.slice(from);
}

/** The values of a variable: one text, a list of texts to go through, or the words that follow. */
function valuesOf(tokens: readonly Token[], name: string): readonly Token[] {
  const values: Token[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'name' || text !== name) continue;
    const sign = tokens[at + 1]?.text;
    if (sign === '=' && tokens[at + 2]?.text !== '=') {
      const one = tokens[at + 2];
      const after = tokens[at + 3];
      const whole = one?.kind === 'string' && !/^[+.%[*]$/.test(after?.text ?? '');
      addAll(values, whole ? [one] : tokens.slice(at + 2, at + 14));
    } else if (/^[+%.]$/.test(sign ?? '') && tokens[at + 2]?.text === '=') values.push({ kind: 'name', text: JOINED });
    else if (sign === 'in' || sign === 'of') {
      const start = tokens[at + 2]?.text;
      const end = tokens.findIndex((token, index) => index > at + 2 && /^[)\]]$/.test(token.text));
      const list = start === '[' || start === '(' ? tokens.slice(at + 3, end) : tokens.slice(at + 2, at + 14);
      addAll(
        values,
        list.filter(token => token.text !== ','),
      );
    }
  }
  return values;
}

/** Calls that read, compute or print, in whatever language. */
const READS: ReadonlySet<string> = new Set(
  (
    'open opendir File Path PurePath IO fopen fgets file exists existsSync stat lstat statSync lstatSync scandir iterdir ' +
    'walk glob rglob access accessSync basename dirname abspath realpath realpathSync resolve join relative expanduser ' +
    'file_get_contents slurp cat require import print printf println puts echo say log die format pprint split strip ' +
    'rstrip lstrip trim chomp splitlines len length count size int str String Number float bool bytes sorted sort list ' +
    'dict set tuple map filter reduce sum min max any all zip range enumerate reversed reverse startswith endswith ' +
    'startsWith endsWith includes index indexOf replace decode encode lower upper toString toLowerCase toUpperCase keys ' +
    'values items entries append push match matchAll search find findall test exec compile sub gsub group groups slice ' +
    'substr substring then forEach each with if for while foreach and or not in stringify dumps close hexdigest md5 ' +
    'sha1 sha256 update digest Counter next iter seek repr hash round abs type ord chr hex dir vars hasattr each_line'
  ).split(' '),
);

const isReading = (name: string): boolean =>
  READS.has(name) || /^(?:read|load|parse|is|get|list|to)(?:_|[A-Z]|\w*$)/.test(name);

/** Judges code that names a place where things run later. With a call not known to only read, it may write there. */
export function judgeHanded(run: JudgedCommand, tokens: readonly Token[], path: string): undefined {
  const { path: place, kind } = locate(run.shell, path);
  if (kind === 'workspace' || !runsLater(place)) return;
  const handed = tokens.some(
    ({ kind: sort, text }, at) => sort === 'name' && tokens[at + 1]?.text === '(' && !isReading(text),
  );
  if (handed) risk(run, `hands ${showValue(path)} to code that may write there`);
}
