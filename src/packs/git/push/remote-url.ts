import { posix } from 'node:path';
import { ToolError } from '../../../tool/error.ts';

/** The target of a push. */
export type PushTarget =
  | { readonly kind: 'host'; readonly host: string }
  /** A repository on this machine; an absolute path. */
  | { readonly kind: 'local'; readonly path: string };

const CONTROL = /[\u0000-\u001f\u007f]/;
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'ssh', 'git+ssh', 'ssh+git']);

/**
 * Reads a URL as git does. Only transports that send data and run nothing are allowed: `ext::` and other helpers are
 * commands, and a host that begins with a dash would be an option of ssh.
 */
export function parseRemoteUrl(url: string, base: string): PushTarget {
  if (url === '' || url.startsWith('-') || CONTROL.test(url)) throw refused(url, 'It is no URL');
  if (/^[A-Za-z0-9]+::/.test(url)) throw refused(url, 'It names a helper program');
  const [, scheme, rest = ''] = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/s.exec(url) ?? [];
  if (scheme !== undefined) return parseScheme(url, scheme.toLowerCase(), rest, base);
  // Short forms are user@host:path; a slash before the colon makes the text a path.
  const [, host] = /^(?:[^@/:]*@)?(\[[^\]/]+\]|[^/:[\]]+):/.exec(url) ?? [];
  return host === undefined ? local(base, url) : remote(url, host);
}

function parseScheme(url: string, scheme: string, rest: string, base: string): PushTarget {
  if (scheme === 'file') return local(base, rest.replace(/^[^/]*/, ''));
  if (!SCHEMES.has(scheme)) throw refused(url, `Nothing is pushed over ${scheme}`);
  const authority = rest.split('/', 1)[0]!;
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return remote(url, host);
}

function remote(url: string, host: string): PushTarget {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === '' || bare.startsWith('-') || /[^\w.:%-]/.test(bare)) throw refused(url, 'Its host is none');
  return { kind: 'host', host: bare };
}

function local(base: string, path: string): PushTarget {
  if (path === '' || path.startsWith('~')) throw refused(path, 'It is no path');
  return { kind: 'local', path: posix.resolve(base, path) };
}

/** A URL without user names, passwords and the text after a question mark: a token may be any of them. */
export function maskUrl(full: string): string {
  const url = /^https?:/i.test(full) ? full.replace(/[?#].*$/s, '?***') : full;
  const [, scheme, userInfo] = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)([^/]*)@/.exec(url) ?? [];
  if (scheme === undefined || userInfo === undefined) return url;
  const plain = /^(?:ssh|git\+ssh|ssh\+git):/i.test(scheme) && !userInfo.includes(':');
  return plain ? url : `${scheme}***@${url.slice(scheme.length + userInfo.length + 1)}`;
}

/** Hides a URL's user name and password in a text, however they are spelled there. */
export function hideUrl(url: string, text: string): string {
  const masked = maskUrl(url);
  if (masked === url) return text;
  const [, userInfo = ''] = /^[^:]+:\/\/([^/]*)@/.exec(url) ?? [];
  const [user = '', password = ''] = userInfo.split(/:(.*)/s);
  const [, query = ''] = /^[^?#]*[?#](.*)$/s.exec(url) ?? [];
  const parts = [url, userInfo, query, ...[password, user].flatMap(part => [part, decoded(part)])];
  const secrets = parts.filter(part => part.length >= 4).sort((a, b) => b.length - a.length);
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, secret === url ? masked : '***'), text);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const refused = (url: string, why: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `Nothing is pushed to ${JSON.stringify(maskUrl(url))}. ${why}`, {
    suggestion:
      'Push to https://, ssh:// or user@host:path, or a path. A person can set it: git remote set-url NAME URL',
  });
