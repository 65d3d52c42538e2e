import { runsLater } from '../state/place.ts';
import { type JudgedCommand, risk } from '../state/run.ts';
import { locate } from '../state/shell.ts';
import { showValue } from '../state/value.ts';
import type { Token } from './tokens.ts';

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
