import { type Connect, connectDirectly } from './connection/dial.ts';
import { compileEndpoints, type EndpointJudge, type Endpoints } from './target/endpoints.ts';
import { type Lookup, lookupInSystem } from './target/resolve-addresses.ts';

export interface GuardedFetchOptions {
  /**
   * Hosts that may be asked: `example.org`, `*.example.org` for its sub-domains, `*` for all; with `:port` or not. Or a
   * judge, asked at each hop. It never opens an address that is not public.
   */
  readonly allow: readonly string[] | EndpointJudge;
  /** Endpoints of the user's own, `localhost:8080` or a URL: they may have a private address. No redirect leads there. */
  readonly private?: readonly string[] | EndpointJudge;
  /** Finds all addresses of a name; the system's resolver by default. */
  readonly lookup?: Lookup;
  /** Connects to an address that was checked; a plain socket by default. */
  readonly connect?: Connect;
  /** Variables, as `process.env`, that may name proxies to go through; without them there are none. */
  readonly proxyFrom?: Readonly<Record<string, string | undefined>>;
  /** Whether the proxy is the user's own, and may have a private address, which opens that address to nothing else. */
  readonly privateProxy?: boolean;
  /** Called with the URL that each redirect leads to, before the check. */
  readonly onRedirect?: (url: URL) => void;
  /** Certificates to trust instead of the usual ones. */
  readonly ca?: string | readonly string[];
  /** The most bytes of a body that comes, also after it was unpacked. */
  readonly maxBytes?: number;
  /** The most bytes of a body that is sent. */
  readonly maxRequestBytes?: number;
  readonly maxHeaderBytes?: number;
  readonly maxRedirects?: number;
  /** Milliseconds for everything up to the last byte of the body. */
  readonly timeoutMs?: number;
  /** Milliseconds for a connection, with TLS, at each hop. */
  readonly connectTimeoutMs?: number;
}

export const GUARDED_FETCH_OPTIONS: Readonly<Record<keyof GuardedFetchOptions, true>> = {
  allow: true,
  private: true,
  lookup: true,
  connect: true,
  proxyFrom: true,
  privateProxy: true,
  onRedirect: true,
  ca: true,
  maxBytes: true,
  maxRequestBytes: true,
  maxHeaderBytes: true,
  maxRedirects: true,
  timeoutMs: true,
  connectTimeoutMs: true,
};

type OptionalSetting = 'proxyFrom' | 'ca' | 'onRedirect';

export interface FetchSettings
  extends Required<Omit<GuardedFetchOptions, 'allow' | 'private' | OptionalSetting>>,
    Pick<GuardedFetchOptions, OptionalSetting> {
  readonly endpoints: Endpoints;
}

const MEGABYTE = 1024 * 1024;

export function toSettings(options: GuardedFetchOptions): FetchSettings {
  return {
    endpoints: compileEndpoints(options.allow, options.private ?? []),
    lookup: options.lookup ?? lookupInSystem,
    connect: options.connect ?? connectDirectly,
    proxyFrom: options.proxyFrom,
    privateProxy: options.privateProxy ?? false,
    onRedirect: options.onRedirect,
    ca: options.ca,
    maxBytes: options.maxBytes ?? 10 * MEGABYTE,
    maxRequestBytes: options.maxRequestBytes ?? 10 * MEGABYTE,
    maxHeaderBytes: options.maxHeaderBytes ?? 32 * 1024,
    maxRedirects: options.maxRedirects ?? 10,
    timeoutMs: options.timeoutMs ?? 30_000,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
  };
}
