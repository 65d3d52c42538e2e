import { lookup as systemLookup } from 'node:dns/promises';
import { requestBlocked, requestFailed } from '../failures.ts';
import { untilAborted } from '../until-aborted.ts';
import { type Address, parseAddress } from './address.ts';
import type { RequestTarget } from './check-target.ts';

type FoundAddress = string | { readonly address: string };

/** Finds all addresses of a name; asked once for each hop, and nothing resolves the name again. */
export type Lookup = (
  hostname: string,
  options: { readonly signal: AbortSignal },
) => readonly FoundAddress[] | Promise<readonly FoundAddress[]>;

export const lookupInSystem: Lookup = hostname => systemLookup(hostname, { all: true, order: 'verbatim' });

function checkAddress(found: FoundAddress, target: RequestTarget): Address {
  const address = parseAddress(typeof found === 'string' ? found : found.address);
  if (address === undefined) throw requestBlocked('address', target, 'its name leads to something that is no address');
  if (address.special === undefined || (target.private && address.special.own)) return address;
  throw requestBlocked('address', target, `it leads to ${address.text}, not a public address: ${address.special.name}`);
}

/**
 * The addresses that may be dialled. One address that is not public refuses all: an honest public name has none, and to
 * pick the others would make it a matter of luck what a mixed answer leads to.
 */
export async function resolveAddresses(target: RequestTarget, lookup: Lookup, signal: AbortSignal) {
  // The address was checked with the URL; an endpoint of the user's own is just the address that they wrote.
  if (target.address !== undefined) return [target.address];
  const asked = (async () => lookup(target.host, { signal }))();
  const found = await untilAborted(asked, signal).catch(cause => {
    throw signal.aborted ? signal.reason : requestFailed(target, 'its name could not be resolved', cause);
  });
  if (found.length === 0) throw requestFailed(target, 'its name has no address');
  return found.map(one => checkAddress(one, target));
}
