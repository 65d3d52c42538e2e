import { posix } from 'node:path';
import type { CallContext } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';

/** The source of a page: a host, or a file of the workspace. */
export type PageAddress =
  | { readonly kind: 'host'; readonly url: string; readonly host: string }
  /** A workspace-relative path, and the rest of the address: `?query#part`, or nothing. */
  | { readonly kind: 'file'; readonly path: string; readonly rest: string };

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const HOST_AND_PORT = /^[\w.-]+:\d+(?:[/?#]|$)/;

/** Reads the `url` of a call: http and https go to hosts, anything without a scheme is a path. */
export async function pageAddress(url: string, ctx: CallContext): Promise<PageAddress> {
  const text = url.trim();
  if (HOST_AND_PORT.test(text)) throw wrong(url, 'it has no scheme', `http://${text}`);
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return fileAddress(text, ctx);
  if (scheme !== 'http' && scheme !== 'https') {
    const better = scheme === 'file' ? 'the path of a file in the workspace, such as site/index.html' : undefined;
    throw wrong(url, `${scheme}: is not shown`, better);
  }
  if (!URL.canParse(text)) throw wrong(url, 'it is no URL');
  const parsed = new URL(text);
  if (parsed.username || parsed.password) throw wrong(url, 'it carries a user name or a password');
  return { kind: 'host', url: parsed.href, host: parsed.hostname.replace(/^\[|\]$|\.$/g, '') };
}

/** The file of a page, or the page of a folder. Text after `?` or `#` is the page's, unless a file is called so. */
async function fileAddress(text: string, ctx: CallContext): Promise<PageAddress> {
  const [, bare = text, rest = ''] = /^([^?#]*)([?#].*)$/s.exec(text) ?? [];
  const whole = rest === '' ? undefined : await ctx.files.stat(text);
  const [path, part] = whole ? [text, ''] : [bare, rest];
  const name = ctx.files.resolve(path === '' ? '.' : path).relative;
  const stat = whole ?? (await ctx.files.stat(name));
  return { kind: 'file', path: stat?.kind === 'directory' ? posix.join(name, 'index.html') : name, rest: part };
}

const wrong = (url: string, why: string, better = 'an http or https URL, or the path of a file in the workspace') =>
  new ToolError('INVALID_ARGUMENTS', `The page ${url.slice(0, 200)} cannot be shown: ${why}. Nothing was done.`, {
    suggestion: `Give ${better} as url.`,
  });
