export type { Connect, DialRequest } from './connection/dial.ts';
export type { TlsRequest } from './connection/start-tls.ts';
export { createGuardedFetch, type GuardedFetch } from './create-guarded-fetch.ts';
export type { NetworkRule } from './failures.ts';
export type { GuardedFetchOptions } from './settings.ts';
export type { Lookup } from './target/resolve-addresses.ts';
