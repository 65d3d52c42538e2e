import { setImmediate as turn } from 'node:timers/promises';
import type { OutputFiles, OutputsInMemory } from '../store/outputs.ts';
import type { Store } from '../store/port.ts';
import { checkOptions } from '../tool/check-options.ts';

/** How long records, outputs and images for undo are kept, and in how much room. */
export interface Retention {
  /** Days; 30 by default. */
  readonly days?: number;
  /** Megabytes of the database and of outputs; 2048 by default. */
  readonly megabytes?: number;
}

const USUAL: Required<Retention> = { days: 30, megabytes: 2048 };
const KNOWN: Readonly<Record<keyof Retention, true>> = { days: true, megabytes: true };
const DAY = 86_400_000;
/** Days in which a change can be undone, however much room its images take. */
const UNDO_DAYS = 7;
/** Days of records that stay, however much room they take. */
const LEAST_DAYS = 1;

/** Milliseconds between two looks at old records, for all processes of a workspace. */
const PERIOD = DAY / 2;
/** Milliseconds of calm after a start: a process that stays has better things to do then. */
const CALM = 10_000;
/** Milliseconds that a process that ends may still take. */
const AT_END = 200;
const LAST = 'upkeep:last';

interface UpkeepParts {
  readonly store: Store;
  readonly outputs: OutputFiles | OutputsInMemory;
  readonly now: () => number;
}

type Upkeep = { close(): Promise<void> };

/** Forgets old records, beside the work and in small steps; the next process goes on where one stopped. */
export function startUpkeep(parts: UpkeepParts, retention: Retention | false = {}): Upkeep {
  const kept = retention && checkRetention(retention);
  if (!kept || parts.store.kind === 'memory') return { close: async () => {} };
  let until = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;
  const isOver = () => performance.now() > until;
  const look = () => {
    running ??= forgetWhenDue(parts, kept, isOver)
      // A full disk or a locked file: the next process tries again.
      .catch(() => {})
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  let looked = false;
  const begin = () => {
    looked = true;
    void look();
  };
  const timer = setTimeout(begin, CALM).unref();
  const again = setInterval(begin, PERIOD).unref();
  return {
    async close() {
      clearTimeout(timer);
      clearInterval(again);
      until = performance.now() + AT_END;
      await (looked ? running : look());
    },
  };
}

/** Throws where a number would keep less than a day or nothing. */
export function checkRetention(retention: Retention): Required<Retention> {
  checkOptions('retention', retention, KNOWN);
  const { days = USUAL.days, megabytes = USUAL.megabytes } = retention;
  for (const [key, value] of Object.entries({ days, megabytes }))
    if (!(Number.isFinite(value) && value >= 1)) throw new TypeError(`retention: ${key} must be a number from 1 up`);
  return { days, megabytes };
}

async function forgetWhenDue(parts: UpkeepParts, kept: Required<Retention>, isOver: () => boolean): Promise<void> {
  const { state } = parts.store;
  const last = await state.get(LAST);
  const now = parts.now();
  // A time in the future comes from a clock that jumped.
  if (typeof last === 'number' && last <= now && now - last < PERIOD) return;
  await state.set(LAST, now);
  if (!(await forgetOld(parts, kept, isOver))) await state.set(LAST, 0);
}

/** False when stopped on the way. Where the size is too large, ever newer records go, down to those of a day. */
export async function forgetOld(
  { store, outputs, now }: UpkeepParts,
  { days, megabytes }: Required<Retention>,
  isOver: () => boolean = () => false,
): Promise<boolean> {
  const at = now();
  for (let keep = days; ; keep = Math.max(LEAST_DAYS, keep / 2)) {
    const records = at - keep * DAY;
    const images = Math.min(records, at - Math.min(days, UNDO_DAYS) * DAY);
    for await (const _ of store.upkeep.forget({ records, images })) {
      if (isOver()) return false;
      await turn();
    }
    await outputs.forget(records);
    const bytes = ((await store.upkeep.bytes()) ?? 0) + (await outputs.bytes());
    if (bytes <= megabytes * 2 ** 20 || keep === LEAST_DAYS) break;
  }
  // The reclaiming stops by itself when the store is closed.
  const reclaimed = store.upkeep.reclaim().then(
    () => true,
    () => true,
  );
  while (!isOver()) {
    const done = await Promise.race([reclaimed, turn(false)]);
    if (done) return true;
  }
  return false;
}
