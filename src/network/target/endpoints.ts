import { parseAddress } from './address.ts';

/** The place of a request, as it is compared: host in lower case, no brackets, no final dot. */
export type Endpoint = { readonly host: string; readonly port: number; readonly secure: boolean };

export interface Endpoints {
  isAllowed(endpoint: Endpoint): boolean;
  /** Whether the user's own config names an endpoint, which may then have a private address. */
  isPrivate(endpoint: Endpoint): boolean;
}

/** A judge of one endpoint, where no list can say it: a policy that may change. */
export type EndpointJudge = (endpoint: Endpoint) => boolean;

type Pattern = { readonly host: string; readonly port?: number };

/** The host of a parsed URL; an address in the spelling that is dialled. */
export function normalizeHostname(hostname: string): string {
  const bare = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return parseAddress(bare)?.text ?? bare.replace(/\.$/, '');
}

const wrong = (text: string, what: string): TypeError => new TypeError(`${JSON.stringify(text)} ${what}`);

function splitPort(text: string): readonly [host: string, port: string | undefined] {
  if (text.split(':').length > 2 && !text.startsWith('[')) return [`[${text}]`, undefined];
  const match = /^(.*?)(?::([0-9]{1,5}))?$/.exec(text);
  return [match?.[1] ?? '', match?.[2]];
}

const HOW_TO_WRITE =
  'is no host; write example.org, *.example.org for its sub-domains, or * for all, with :port or not';

function parsePattern(text: string): Pattern {
  const [host, port] = splitPort(text.trim());
  const wild = /^\*(?:\.|$)/.exec(host)?.[0] ?? '';
  const rest = host.slice(wild.length);
  if ((rest === '' && wild !== '*') || /[\s/\\*?#@%]/.test(rest) || Number(port ?? 1) > 65535)
    throw wrong(text, HOW_TO_WRITE);
  const url = rest === '' ? undefined : URL.parse(`http://${rest}`);
  if (url === null) throw wrong(text, 'is no host');
  const name = url === undefined ? '' : normalizeHostname(url.hostname);
  return { host: wild + name, port: port === undefined ? undefined : Number(port) };
}

/** Parses a host with its port, or the URL of an endpoint as configs have it. */
function parseEndpoint(text: string): Pattern {
  const url = text.includes('://') ? URL.parse(text) : undefined;
  if (url === null || (url !== undefined && !/^https?:$/.test(url.protocol))) throw wrong(text, 'is no http URL');
  if (url !== undefined)
    return { host: normalizeHostname(url.hostname), port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) };
  const pattern = parsePattern(text);
  if (pattern.host.startsWith('*')) throw wrong(text, 'has a star; a private endpoint is one host and port');
  return pattern;
}

function matches({ host, port }: Pattern, endpoint: Endpoint): boolean {
  if (port !== undefined && port !== endpoint.port) return false;
  if (host === '*') return true;
  return host.startsWith('*.')
    ? endpoint.host.endsWith(host.slice(1)) && endpoint.host.length >= host.length
    : host === endpoint.host;
}

/** Whether an endpoint is the pattern's, with exactly one port: without any in the pattern, the scheme's usual one. */
const isThat = ({ host, port }: Pattern, endpoint: Endpoint) =>
  host === endpoint.host && endpoint.port === (port ?? (endpoint.secure ? 443 : 80));

/** Compiles lists. Throws a TypeError for an entry that makes no sense: its author means something else. */
export function compileEndpoints(
  allow: readonly string[] | EndpointJudge,
  own: readonly string[] | EndpointJudge,
): Endpoints {
  const listed = compileLists(typeof allow === 'function' ? [] : allow, typeof own === 'function' ? [] : own);
  return {
    isAllowed: typeof allow === 'function' ? allow : listed.isAllowed,
    isPrivate: typeof own === 'function' ? endpoint => own(endpoint) || listed.isPrivate(endpoint) : listed.isPrivate,
  };
}

function compileLists(allow: readonly string[], own: readonly string[]): Endpoints {
  const patterns = allow.map(parsePattern);
  // A pattern with an address that no public server has can only mean a private endpoint.
  const meant = patterns.filter(({ host }) => parseAddress(host)?.special !== undefined);
  const endpoints = [...own.map(parseEndpoint), ...meant];
  const open = patterns.filter(pattern => !meant.includes(pattern));
  return {
    isAllowed: endpoint => open.some(pattern => matches(pattern, endpoint)),
    isPrivate: endpoint => endpoints.some(pattern => isThat(pattern, endpoint)),
  };
}
