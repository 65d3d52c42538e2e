import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimRow, ClaimStore } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';

interface ClaimOptions {
  /** The agent that claims, for people. */
  readonly agent: string;
  /** The owner whose calls share the claim: an agent's run, a session. */
  readonly owner: string;
  /** Milliseconds until the lease ends by itself. */
  readonly ttl: number;
  /** Milliseconds to wait for a sibling's claim to end. None: the call is refused at once. */
  readonly wait?: number;
  readonly signal?: AbortSignal;
}

const SHORTEST_PAUSE = 15;
const LONGEST_PAUSE = 250;

/** Leases on paths, shared by sibling agents and by processes. */
export class SharedBlackboard {
  readonly #store: ClaimStore;
  readonly #processID: string;
  readonly #now: () => number;

  /** Takes the process, too: it keeps owners apart, so that the claims of a dead one can be told and released. */
  constructor({ store, processID, now }: { store: ClaimStore; processID: string; now: () => number }) {
    this.#store = store;
    this.#processID = processID;
    this.#now = now;
  }

  /** The owner as the store knows it. */
  ownerOf(owner: string): string {
    return claimOwner(this.#processID, owner);
  }

  /** Takes all paths or none; `CLAIMED` says by whom and until when. Claiming again renews and keeps the numbers. */
  async claim(paths: readonly string[], options: ClaimOptions): Promise<readonly ClaimRow[]> {
    const until = performance.now() + (options.wait ?? 0);
    for (let pause = SHORTEST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
      options.signal?.throwIfAborted();
      const now = this.#now();
      const { agent, ttl } = options;
      const taken = await this.#store.take(paths, { owner: this.ownerOf(options.owner), agent, now, ttl });
      if (taken.ok) return taken.claims;
      const left = until - performance.now();
      if (left <= 0) throw claimed(taken.holder);
      await sleep(Math.min(left, pause * (0.5 + Math.random())), undefined, { signal: options.signal });
    }
  }

  /** Makes the leases last longer; `CLAIMED` when a lease was lost meanwhile, so that nobody writes on. */
  async renew(claims: readonly ClaimRow[], ttl: number): Promise<readonly ClaimRow[]> {
    const [first] = claims;
    if (!first) return [];
    if (!(await this.check(claims))) throw lostClaim(claims, await this.list());
    const { owner, agent } = first;
    const tokens = new Map(claims.map(claim => [claim.resource, claim.token]));
    const taken = await this.#store.take([...tokens.keys()], { owner, agent, now: this.#now(), ttl });
    if (!taken.ok) throw claimed(taken.holder);
    const kept = taken.claims.every(claim => tokens.get(claim.resource) === claim.token);
    if (!kept) throw lostClaim(claims, await this.list());
    return taken.claims;
  }

  async release(paths: readonly string[], owner: string): Promise<void> {
    await this.#store.release(paths, this.ownerOf(owner));
  }

  /** Whether every one of the claims is still held with its number. */
  check(claims: readonly ClaimRow[]): Promise<boolean> {
    return this.#store.hold(claims, this.#now());
  }

  list(): Promise<readonly ClaimRow[]> {
    return this.#store.list(this.#now());
  }
}

export const claimOwner = (processID: string, owner: string): string => `${processID}:${owner}`;

export const claimedByProcess = (claim: ClaimRow, processID: string): boolean =>
  claim.owner === processID || claim.owner.startsWith(`${processID}:`);

/** Whether a claim meets a path: its own path is the same, above it or below it. */
export const claimMeets = (resource: string, path: string): boolean =>
  coversPath(resource, path) || coversPath(path, resource);

/** Whether a path is the other one, or a folder above it. */
export const coversPath = (path: string, other: string): boolean =>
  path === '.' || path === other || other.startsWith(`${path}/`);

export function claimed(holder: ClaimRow): ToolError {
  const until = new Date(holder.expiresAt).toISOString();
  return new ToolError('CLAIMED', `${holder.resource} is claimed by ${holder.agent} until ${until}.`, {
    suggestion: 'Work on other files first and try again later.',
    details: { resource: holder.resource, agent: holder.agent, until },
    retryable: true,
  });
}

/** The error for a lease that ran out before the write: someone else may have written since. */
export function lostClaim(claims: readonly ClaimRow[], live: readonly ClaimRow[]): ToolError {
  const owners = new Set(claims.map(claim => claim.owner));
  const paths = claims.map(claim => claim.resource);
  const taken = live.find(other => !owners.has(other.owner) && paths.some(path => claimMeets(other.resource, path)));
  if (taken) return claimed(taken);
  return new ToolError('CLAIMED', `The claim on ${paths.join(', ')} ran out before the write. Nothing was changed.`, {
    suggestion: 'Call again; the claim is taken anew.',
    details: { resources: paths },
    retryable: true,
  });
}
