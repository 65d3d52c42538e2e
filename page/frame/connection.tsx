import { useLive } from '../core/use-live.ts';

const WORDS = {
  connecting: 'connecting',
  live: 'live',
  waiting: 'not connected, trying again',
  refused: 'refused',
} as const;

/** Whether what is seen is the present, and the number of the last event. */
export function Connection() {
  const { connection, lastSeq, received, skipped } = useLive();
  const more = `${received} events received${skipped > 0 ? `, ${skipped} numbers skipped` : ''}`;
  return (
    <p
      className={`connection ${connection}`}
      data-received={received}
      data-seq={lastSeq}
      data-skipped={skipped}
      title={more}
    >
      <span className="dot" aria-hidden="true" />
      {WORDS[connection]} · #{lastSeq}
      {skipped > 0 && <span className="unseen"> {more}</span>}
    </p>
  );
}
