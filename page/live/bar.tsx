import { type CallTimes, callTimes, NOTICED } from '../../src/activity/call-times.ts';
import { useNow } from '../core/use-now.ts';
import { type CallState, isOver, type LiveCall } from './live-call.ts';

interface BarProps {
  /** The time of the whole run; without an end it goes on. */
  readonly from: number;
  readonly to: number | undefined;
  readonly start: number;
  /** Undefined where it goes on. */
  readonly end: number | undefined;
  /** Milliseconds that people and other calls were waited for, before all else; drawn where they are worth a word. */
  readonly waited: number;
  readonly state: CallState;
}

/** When something was, within its run: first what it waited, then what it ran. */
export function Bar({ from, to, start, end, waited, state }: BarProps) {
  const now = useNow(to === undefined || end === undefined);
  const place = (at: number): number => {
    const whole = Math.max(1, (to ?? now) - from);
    return Math.round(Math.min(1, Math.max(0, (at - from) / whole)) * 10_000) / 100;
  };
  const waits = waited >= NOTICED || state === 'waiting';
  const [left, middle, right] = [place(start), place(start + (waits ? waited : 0)), place(end ?? now)];
  return (
    <span className={`bar-axis ${state}`} aria-hidden="true">
      {waits && <span className="bar-waited" style={{ left: `${left}%`, width: `${middle - left}%` }} />}
      {right - middle > 0 || !waits ? (
        <span className="bar-ran" style={{ left: `${Math.min(middle, 99.4)}%`, width: `${right - middle}%` }} />
      ) : null}
    </span>
  );
}

/** How long, in the numbers that the ledger has; while it goes on, until now. */
export function useTimes(call: LiveCall): CallTimes | undefined {
  const over = isOver(call);
  const now = useNow(!over && !call.quiet);
  if (call.elapsed === undefined && (over || call.quiet)) return undefined;
  const whole = call.elapsed ?? Math.max(0, now - call.startedAt);
  const waits = call.waitsSince === undefined ? 0 : Math.max(0, now - call.waitsSince);
  return callTimes(whole, (call.waited ?? 0) + waits);
}
