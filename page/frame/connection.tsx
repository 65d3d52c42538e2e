import { useLive } from '../core/use-live.ts';
import { counted } from '../parts/time.tsx';

const WORDS = {
  connecting: 'Connecting…',
  live: 'Live',
  waiting: 'Not connected, trying again',
  refused: 'No access',
} as const;

/** Whether what is seen is the present. */
export function Connection() {
  const { connection, lastSeq, received, skipped } = useLive();
  const more = `${counted(received, 'event')} received, the last is #${lastSeq}${skipped > 0 ? `; ${skipped} numbers were skipped` : ''}`;
  return (
    <p
      className={`connection ${connection}`}
      data-received={received}
      data-seq={lastSeq}
      data-skipped={skipped}
      title={more}
    >
      <span className="dot" aria-hidden="true" />
      <span className={connection === 'waiting' ? undefined : 'word'}>{WORDS[connection]}</span>
      {skipped > 0 && <span className="unseen"> {more}</span>}
    </p>
  );
}
