import { ToolError } from '../../tool/error.ts';
import { isNearHost } from '../proxy/address.ts';

export const shortUrl = (url: string): string => (url.length > 120 ? `${url.slice(0, 119)}…` : url);

/** A host as the proxy's rules know it: without brackets and the dot at the end. */
export const plainHost = (host: string): string => host.replace(/^\[|\]$|\.$/g, '').toLowerCase();

export const hostOfPage = (url: string): string => plainHost(URL.parse(url)?.hostname ?? '');

export const pageBlocked = (host: string): ToolError =>
  new ToolError('NETWORK_BLOCKED', `The policy does not let the page be loaded from ${host}`, {
    suggestion: isNearHost(host)
      ? 'Only a person can open it: a yes alone opens nothing on this machine or its network.'
      : 'Give the address that it leads to; only a person can open the host itself.',
    forPeople: `To open it: ${host} in policy.network.allow in your own config.`,
  });

export const pageTooLate = (url: string, time: number): ToolError =>
  new ToolError('TIMEOUT', `The page ${shortUrl(url)} could not be shown within ${time / 1000} s`, {
    suggestion: 'It keeps the browser busy or does not answer. Try another page, or one without scripts.',
  });

export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

/** An error for the caller, of what the browser said of a page. */
export function notShown(url: string, error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  if (isTimeout(error)) {
    return new ToolError('TIMEOUT', `Nothing came from ${shortUrl(url)} in time`, {
      suggestion: 'Check that its server runs and answers.',
      retryable: true,
    });
  }
  const said = (error instanceof Error ? error.message : String(error)).split('\n')[0]!.replace(/^\w+\.\w+: /, '');
  const suggestion = suggestionFor(said);
  return new ToolError('EXECUTION_ERROR', `${shortUrl(url)} could not be shown: ${said.slice(0, 300)}`, { suggestion });
}

function suggestionFor(said: string): string {
  if (/Download is starting/.test(said)) return 'It is a file to download, not a page; fetch it with web_fetch.';
  if (/crashed|has been closed|thread|memory/i.test(said))
    return 'The page takes too much. Try another one, or a part of it.';
  return 'Check the address and that its server answers.';
}
