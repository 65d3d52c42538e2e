import { ActivityEventType } from '../../activity/event-types.ts';
import type { ClaimRow } from '../../store/port.ts';
import type { Effects } from '../../tool/effect.ts';
import type { CallOrigin } from '../call.ts';

/** Milliseconds that a lease lasts unless it is renewed, which happens while the call runs. */
const LEASE = 60_000;

interface LeasedCall extends CallOrigin {
  readonly name: string;
  readonly effects: Effects;
}

/** A lease on the paths that one call changes: kept from calls of this process, then from all, until released. */
export class Lease {
  readonly #call: LeasedCall;
  readonly #paths: readonly string[];
  readonly #owner: string;
  #claims: readonly ClaimRow[] = [];
  #unlock: (() => void) | undefined;
  #renewal: NodeJS.Timeout | undefined;

  private constructor(call: LeasedCall, paths: readonly string[]) {
    this.#call = call;
    this.#paths = paths;
    // Names of sessions and agents may hold anything; two of them must not look like two others.
    this.#owner = JSON.stringify([call.sessionID, call.agent]);
  }

  static async take(call: LeasedCall, paths: readonly string[]): Promise<Lease> {
    const lease = new Lease(call, paths);
    lease.#unlock = await call.runtime.locks.acquire(call.effects, call.stop);
    try {
      if (!call.runtime.planned) await lease.#claim();
    } catch (error) {
      await lease.release();
      throw error;
    }
    return lease;
  }

  get claims(): readonly ClaimRow[] {
    return this.#claims;
  }

  async #claim(): Promise<void> {
    const { runtime, stop, agent } = this.#call;
    const { blackboard, claimWait, activity } = runtime;
    const options = { owner: this.#owner, agent, ttl: LEASE, wait: claimWait, signal: stop.signal };
    this.#claims = await blackboard.claim(this.#paths, options);
    const paths = this.#paths;
    activity.emit(ActivityEventType.CLAIM_TAKEN, this.#call, { paths, until: this.#claims[0]?.expiresAt });
    this.#renewal = setInterval(() => this.#renew(), LEASE / 3).unref();
  }

  /** Renews the lease. A lease that cannot be renewed is found lost at the commit, which then refuses. */
  #renew(): void {
    this.#call.runtime.blackboard.renew(this.#claims, LEASE).then(
      claims => {
        this.#claims = claims;
      },
      () => {},
    );
  }

  /** Releases the lease. A failure here does not harm the call: a lease ends by itself. */
  async release(): Promise<void> {
    const { runtime, name } = this.#call;
    try {
      if (this.#renewal) {
        clearInterval(this.#renewal);
        await runtime.blackboard.release(this.#paths, this.#owner);
        runtime.activity.emit(ActivityEventType.CLAIM_RELEASED, this.#call, { paths: this.#paths });
      }
    } catch (error) {
      process.emitWarning(`After ${name}: ${error instanceof Error ? error.message : error}`);
    } finally {
      this.#unlock?.();
    }
  }
}
