import { type JudgedCommand, risk } from '../state/run.ts';
import { ENDLESS, type Stream } from '../state/shell.ts';

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
