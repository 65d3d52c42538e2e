import { reachHosts } from '../../judge/hosts.ts';
import { readPath, writePath } from '../../judge/touch.ts';
import { hostOfAddress, isLocal, touchHost } from '../../judge/touch-host.ts';
import { type JudgedCommand, mild, risk } from '../../state/run.ts';
import { NOTHING } from '../../state/shell.ts';
import { carriesData, DATA, isLoose, SOME } from '../../state/value.ts';
import type { GivenWords } from '../program.ts';

const NETWORK = { kind: 'data', network: true } as const;

export function judgeCurl(run: JudgedCommand, given: GivenWords): undefined {
  if (/^(?:--help|-h|--manual)$/.test(run.values[0] ?? '')) return;
  const addresses = [...given.values, ...given.allOf('--url')];
  const method = (given.valueOf('-X') ?? '').toUpperCase();
  const sends = given.has('-d') && !given.has('-G');
  const writes = sends || given.has('-T') || (method !== '' && !/^(?:GET|HEAD|OPTIONS)$/.test(method));
  const secret = run.values.some(value => carriesData(value));
  const login =
    given.has('-u -n') ||
    given.allOf('-H').some(value => /^(?:authorization|x-api-key|cookie|private-token|x-auth-token)\s*:/i.test(value));
  for (const { name, value = '' } of given.options) {
    if (!/^-[dTbH]$/.test(name)) continue;
    const file = name === '-T' ? value : /(?:^|=)[@<](.+)$/.exec(value)?.[1];
    if (file !== undefined && file !== '-') readPath(run, file.replace(/;.*/, ''));
  }
  const reason = writes ? 'sends data' : secret ? 'sends what it read' : login ? 'sends a password or key' : undefined;
  for (const address of addresses) touchHost(run, address, reason);
  if (given.has('-x') && !isLocal(hostOfAddress(given.valueOf('-x') ?? '')))
    risk(run, 'goes through a proxy of its own choice');
  const output = given.valueOf('-o');
  const folder = given.valueOf('--output-dir');
  if (output !== undefined) writePath(run, inFolder(folder, output), { content: DATA, network: true });
  if (given.has('-O'))
    for (const address of addresses)
      writePath(run, inFolder(folder, nameOf(address)), { content: DATA, network: true });
  run.output = NETWORK;
}

const inFolder = (folder: string | undefined, name: string): string =>
  folder === undefined ? name : `${folder}/${name}`;
/** The file name in an address; the name never leads out of the folder. */
const nameOf = (address: string): string =>
  isLoose(address.replace(/^.*\//, '')) ? SOME : address.replace(/[?#].*/, '').replace(/^.*\//, '') || 'index.html';

export function judgeWget(run: JudgedCommand, given: GivenWords): undefined {
  const addresses = given.values;
  const secret =
    run.values.some(value => carriesData(value)) ||
    (given.has('--header') && /authorization|cookie|token|key|password/i.test(run.text));
  const method = given.valueOf('--post-data') ?? '';
  const reason =
    given.has('--post-data') && !/^(?:GET|HEAD)$/i.test(method)
      ? 'sends data'
      : secret
        ? 'sends a password or key'
        : undefined;
  for (const address of addresses) touchHost(run, address, reason);
  if (given.has('-i')) reachHosts(run, []);
  const output = given.valueOf('-O');
  run.output = output === '-' || output === '/dev/stdout' ? NETWORK : NOTHING;
  if (output === '-' || given.has('--spider')) return;
  const folder = given.valueOf('-P');
  for (const address of addresses)
    writePath(run, output ?? inFolder(folder, nameOf(address)), { content: DATA, network: true });
  if (given.has('-i')) mild(run, 'downloads what a list names');
}

export function judgeHttpie(run: JudgedCommand, { values }: GivenWords): undefined {
  const [method = '', address = '', ...items] = /^[A-Z]+$/.test(values[0] ?? '') ? values : ['', ...values];
  const sends =
    (method !== '' && !/^(?:GET|HEAD|OPTIONS)$/.test(method)) ||
    items.some(item => /(?:[^=:]=[^=]|:=|@)/.test(item)) ||
    run.stdin !== undefined;
  touchHost(run, /^:/.test(address) ? `localhost${address}` : address, sends ? 'sends data' : undefined);
  run.output = NETWORK;
}

export function fetchesAll(run: JudgedCommand, values: readonly string[]): undefined {
  for (const value of values) if (/:\/\/|^[\w-]+\.[a-z]{2,}/.test(value)) touchHost(run, value);
  run.output = NETWORK;
}
