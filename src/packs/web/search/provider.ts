import type { SearchProviderName } from '../services.ts';

/** What a provider gives for one result, as far as it is one. */
export interface Hit {
  readonly title?: unknown;
  readonly url?: unknown;
  readonly snippet?: unknown;
}

export interface Query {
  readonly text: string;
  readonly count: number;
}

interface SearchRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/** One service that searches: how it is asked, and where its answer has the results. */
export interface SearchProvider {
  readonly name: SearchProviderName;
  /** As people call it. */
  readonly label: string;
  /** The variable that usually holds its key; for those without a key, its address. */
  readonly usualEnv: string;
  readonly needsKey: boolean;
  /** Its own address; undefined where everyone runs their own. */
  readonly baseURL: string | undefined;
  request(query: Query, base: string, key: string): SearchRequest;
  /** Undefined where the answer is none of its own. */
  hits(answer: Readonly<Record<string, unknown>>): readonly Hit[] | undefined;
  /** What a status means there, where it means something else than elsewhere. */
  readonly statuses?: Readonly<Record<number, 'key' | 'rate' | 'plan' | 'format'>>;
}

export const isReplyRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of records; undefined for what is no list. */
export const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] | undefined =>
  Array.isArray(value) ? value.filter(isReplyRecord) : undefined;

/** `base` with a path behind its own. */
export const appendPath = (base: string, path: string): URL => new URL(base.replace(/\/+$/, '') + path);

export const postJson = (body: unknown, headers: Readonly<Record<string, string>>): RequestInit => ({
  method: 'POST',
  headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
  redirect: 'error',
});
