import { ToolError } from '../../tool/error.ts';
import { cleanLine } from './clean-text.ts';

/** A host, and the address to which the last redirect led. */
type FetchRoute = Readonly<{ host: string; redirect: URL | undefined }>;

const UNREACHED: Readonly<Record<string, string>> = {
  ENOTFOUND: 'No host has this name: check how it is written.',
  EAI_AGAIN: 'Names cannot be resolved at the moment: is there a network here?',
  ECONNREFUSED: 'Nothing listens there: check the host and the port.',
};

const LOCAL =
  'This machine and its networks are reached only by an address or a local name (localhost, nas.lan) that ' +
  'a person has opened.';

/** The error for a request that the door refused or could not make, with the next step. */
export function explainWebFailure(error: unknown, { host, redirect }: FetchRoute): unknown {
  if (!(error instanceof ToolError) || error.suggestion?.includes('web_fetch')) return error;
  const { code, message, details, retryable, forPeople } = error;
  const suggestion = suggestionFor(error, redirect);
  if (suggestion === undefined) return error;
  return new ToolError(code, message, {
    suggestion,
    details,
    retryable,
    cause: error,
    forPeople: isOpenable(error)
      ? `To open it: ${JSON.stringify(host)} in policy.network.allow in your own config.`
      : forPeople,
  });
}

const OPENABLE: readonly unknown[] = ['allowlist', 'address', 'local-name'];

const isOpenable = ({ code, details = {} }: ToolError): boolean =>
  code === 'NETWORK_BLOCKED' && OPENABLE.includes(details.rule) && !(Number(details.hop) > 0);

function suggestionFor(error: ToolError, redirect: URL | undefined): string | undefined {
  const { code, details = {} } = error;
  if (code === 'TIMEOUT') return 'Try once more, or give a longer timeout (in seconds).';
  if (code === 'EXECUTION_ERROR') return UNREACHED[String(details.cause)] ?? error.suggestion;
  if (code !== 'NETWORK_BLOCKED') return error.suggestion;
  const { rule, hop } = details;
  if (Number(hop) > 0 && redirect !== undefined) return leadsElsewhere(String(rule), redirect);
  if (rule === 'address' || rule === 'local-name') return LOCAL;
  if (rule === 'allowlist') return 'Only a person can open this host.';
  return error.suggestion;
}

function leadsElsewhere(rule: string, redirect: URL): string {
  const url = cleanLine(redirect.href, 500);
  if (rule === 'allowlist')
    return `It redirects to another host. If that is wanted, call web_fetch with {"url": ${JSON.stringify(url)}}: then a person is asked.`;
  if (rule === 'address' || rule === 'local-name') return `No redirect leads to a private address. ${LOCAL}`;
  return `It redirects to ${url}.`;
}
