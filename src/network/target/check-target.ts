import { type RequestPlace, requestBlocked } from '../failures.ts';
import { type Address, parseAddress } from './address.ts';
import { type Endpoint, type Endpoints, normalizeHostname } from './endpoints.ts';

/** A URL that may be asked for, if its addresses may be dialled. */
export interface RequestTarget extends Endpoint, RequestPlace {
  readonly url: URL;
  /** The address, where the URL's host is one. */
  readonly address?: Address;
  /** Whether the target is an endpoint of the user's own config. */
  readonly private: boolean;
}

/** Ports of other protocols, as the Fetch standard lists them: a request to one could be read as a command there. */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Names that mean something else in each network. Such a host is not public even where its address is: whoever needs
 * one lists it as private. `.test` and `.example` are not here: they have no address, or one that is checked.
 */
const LOCAL_SUFFIXES = 'localhost localdomain local internal intranet private corp home lan home.arpa onion'.split(' ');

const isLocalName = (host: string) =>
  !host.includes('.') || LOCAL_SUFFIXES.some(suffix => host === suffix || host.endsWith(`.${suffix}`));

/** Whether a host, as an endpoint has it, is this machine or something on its networks, as far as its name says. */
export function isLocalHost(host: string): boolean {
  const address = parseAddress(host);
  return address === undefined ? isLocalName(host) : address.special !== undefined;
}

/** Whether a host has letters, digits, `-` and `_` (which real names have), in labels of at most 63. */
const isHostName = (host: string) =>
  host.length <= 253 && host.split('.').every(label => /^[a-z0-9_-]{1,63}$/.test(label));

/** Whether a text has user info, as the parser reads it; it drops an empty one, so the text itself is looked at. */
function hasUserInfo(text: string): boolean {
  const plain = text.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+/, '');
  return /^[a-z][a-z0-9+.-]*:[/\\]*[^/\\?#]*@/i.test(plain);
}

/** A text as a URL without user info; `base` is where a redirect came from. */
export function parseTarget(text: string, place: RequestPlace, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw requestBlocked('url', place, 'its URL cannot be read');
  const where = { ...place, host: url.hostname };
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw requestBlocked('scheme', where, `only http and https are spoken, not ${url.protocol.slice(0, 20)}`);
  if (url.username !== '' || url.password !== '' || hasUserInfo(text))
    throw requestBlocked('user-info', where, 'its URL has a user name or password');
  return url;
}

function toEndpoint(url: URL): Endpoint {
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return { host: normalizeHostname(url.hostname), port, secure };
}

export const isSameEndpoint = (a: Endpoint, b: Endpoint) =>
  a.host === b.host && a.port === b.port && a.secure === b.secure;

const LOCAL_NAME = 'names like this belong to a local network';

/** Checks what needs no address. `from` is the hop before: a redirect leads to a private endpoint only from itself. */
export function checkTarget(url: URL, endpoints: Endpoints, hop: number, from?: RequestTarget): RequestTarget {
  const endpoint = toEndpoint(url);
  const target = { ...endpoint, url, hop, address: parseAddress(endpoint.host) };
  const { host, port, address } = target;
  if (address === undefined && !isHostName(host))
    throw requestBlocked('host-name', target, 'this is no name of a host');
  if (BAD_PORTS.has(port)) throw requestBlocked('port', target, `port ${port} belongs to another protocol`);
  if (from?.secure && !endpoint.secure)
    throw requestBlocked('downgrade', target, 'a redirect leads from https to http');
  const led = from === undefined || (from.private && isSameEndpoint(from, endpoint));
  if (led && endpoints.isPrivate(endpoint)) return { ...target, private: true };
  if (address?.special !== undefined)
    throw requestBlocked('address', target, `not a public address: ${address.special.name}`);
  if (address === undefined && isLocalName(host))
    throw requestBlocked('local-name', target, LOCAL_NAME, 'List it as a private endpoint.');
  if (!endpoints.isAllowed(endpoint))
    throw requestBlocked('allowlist', target, 'it is not among the allowed hosts', `Allow ${JSON.stringify(host)}.`);
  return { ...target, private: false };
}

/** Checks a proxy: whoever set the environment chose it, not the allowlist; a private one must be listed as such. */
export function checkProxy(
  url: URL,
  hop: number,
  rules: { endpoints: Endpoints; privateProxy: boolean },
): RequestTarget {
  const endpoint = toEndpoint(url);
  const isPrivate = rules.privateProxy || rules.endpoints.isPrivate(endpoint);
  const target = { ...endpoint, url, hop, address: parseAddress(endpoint.host), private: isPrivate };
  if (BAD_PORTS.has(target.port))
    throw requestBlocked('port', target, `port ${target.port} belongs to another protocol`);
  if (target.private || target.address?.special === undefined) return target;
  throw requestBlocked('proxy', target, `the proxy has no public address: ${target.address.special.name}`);
}
