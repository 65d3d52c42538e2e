export { createGuardedFetch, type GuardedFetch } from './create-guarded-fetch.ts';
export type { Connect, DialRequest } from './dial.ts';
export type { NetworkRule } from './failures.ts';
export type { Lookup } from './resolve-addresses.ts';
export type { GuardedFetchOptions } from './settings.ts';
export type { TlsRequest } from './start-tls.ts';
