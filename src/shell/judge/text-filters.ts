import { addAll } from '../../tool/lists/long-lists.ts';
import { type JudgedCommand, risk } from '../state/run.ts';
import { ENDLESS, type Stream } from '../state/shell.ts';
import { isKnown, withoutMarks } from '../state/value.ts';

const LONGEST = 10_000;

/**
 * The text that a filter makes of a known one, as far as the filter only turns letters about: a name that nobody is
 * meant to see may be written so. Undefined where the filter does something else.
 */
export function filterText(name: string, args: readonly string[], text: string): string | undefined {
  if (!isKnown(text) || text.length > LONGEST || !args.every(isKnown)) return undefined;
  const flags = args.filter(value => /^-./.test(value)).join(' ');
  const operands = args.filter(value => !/^-./.test(value));
  if (name === 'tr') return translate(flags, operands, text);
  if (operands.length > 0 && operands.join('') !== '-') return undefined;
  if (name === 'rev')
    return text
      .split('\n')
      .map(line => [...line].reverse().join(''))
      .join('\n');
  if (name === 'tac') return text.replace(/\n$/, '').split('\n').reverse().join('\n');
  if (/^(?:base64|basenc)$/.test(name) && /(?:^| )-{1,2}(?:d|D|decode)/.test(flags)) return decoded(text, 'base64');
  if (name === 'xxd' && /-\w*r/.test(flags) && /-\w*p/.test(flags)) return decoded(text.replace(/\s/g, ''), 'hex');
  return undefined;
}

const decoded = (text: string, encoding: 'base64' | 'hex'): string =>
  withoutMarks(Buffer.from(text, encoding).toString('utf8'));

function translate(flags: string, [from, to]: readonly string[], text: string): string | undefined {
  const set = from === undefined ? undefined : lettersOf(from);
  if (!set) return undefined;
  if (/^-{1,2}d(?:elete)?$/.test(flags)) return [...text].filter(letter => !set.includes(letter)).join('');
  const other = to === undefined ? undefined : lettersOf(to);
  if (flags !== '' || !other || other.length === 0) return undefined;
  return [...text]
    .map(letter => {
      const at = set.lastIndexOf(letter);
      return at < 0 ? letter : (other[at] ?? other.at(-1)!);
    })
    .join('');
}

/** The letters of a set such as `a-z`; undefined for classes and escapes, which depend on the locale. */
function lettersOf(set: string): readonly string[] | undefined {
  if (/[[\]\\]/.test(set)) return undefined;
  const letters: string[] = [];
  for (const [piece] of set.matchAll(/.-.|./gs)) {
    const [first, , last] = [...piece];
    if (last === undefined) addAll(letters, piece);
    else
      for (let code = first!.charCodeAt(0); code <= last.charCodeAt(0); code++) letters.push(String.fromCharCode(code));
  }
  return letters;
}

const SOURCES = /^\/dev\/(?:zero|full|u?random)$/;
/** Programs that hand on their input, changed; so they print without end as well. */
const FILTERS =
  /^(?:cat|tr|sed|gsed|grep|egrep|fgrep|fold|base64|base32|xxd|od|hexdump|strings|cut|awk|gawk|mawk|gzip|bzip2|xz|zstd|lz4|pv|nl|rev|fmt|paste|uniq|openssl|tee|expand|iconv|ts|perl|dd)$/;
/** Programs that keep all of their input before they print anything, or never print at all. */
const HOARDERS =
  /^(?:tail|sort|tac|shuf|wc|column|md5sum|sha\d+sum|b2sum|cksum|sum|xargs|jq|sponge|mapfile|readarray|diff|cmp|comm|tsort)$/;

/** Whether a stream brings more than any machine can hold. */
const isEndless = (stream: Stream | undefined): boolean =>
  (stream?.kind === 'data' && stream.endless === true) || (stream?.kind === 'file' && SOURCES.test(stream.path));

export function judgeEndless(run: JudgedCommand): undefined {
  const counted =
    run.name !== 'tail' && run.values.some(value => /^-(?:c|N|n|l|-bytes|-lines|-length|-read-bytes)/.test(value));
  const opened = !counted && run.values.some(value => SOURCES.test(value));
  if (!opened && !isEndless(run.stdin)) return;
  if (HOARDERS.test(run.name) && !(run.name === 'shuf' && counted))
    risk(run, 'reads without end, until the memory is used up');
  else if (FILTERS.test(run.name) && !/\bq\b|\bexit\b| -m ?\d|--max-count/.test(run.text) && run.output.kind !== 'text')
    run.output = ENDLESS;
}
