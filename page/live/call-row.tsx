import { memo } from 'react';
import { readable } from '../core/readable.ts';
import { linkTo } from '../core/route.ts';
import { duration } from '../parts/time.tsx';
import { Bar, useTimes } from './bar.tsx';
import { Clock } from './clock.tsx';
import { lastOf, wordsOf } from './describe-call.ts';
import { endOf, type LiveCall } from './live-call.ts';
import { StateIcon, stateWord } from './state-icon.tsx';

interface CallRowProps {
  readonly call: LiveCall;
  readonly depth: number;
  readonly from: number;
  readonly to: number | undefined;
  readonly chosen: boolean;
  readonly search: URLSearchParams;
}

/** A call in a line: its state, when, what, what came of it, and how long. */
export const CallRow = memo(function CallRow({ call, depth, from, to, chosen, search }: CallRowProps) {
  const times = useTimes(call);
  const word = stateWord(call);
  return (
    <a
      className={`trace-row call ${call.state}`}
      href={linkTo('live', call.id, search)}
      aria-current={chosen ? 'true' : undefined}
    >
      <StateIcon state={call.state} word={word} />
      <Clock at={call.startedAt} />
      <span className={`trace-name depth-${Math.min(depth, 8)}`}>
        <span className="trace-tool">{readable(call.tool)}</span>
        <span className="trace-title">{wordsOf(call)}</span>
        {call.state === 'exit' && <span className="trace-word">{word}</span>}
        <span className="trace-last">{lastOf(call)}</span>
      </span>
      <Bar {...{ from, to, state: call.state, start: call.startedAt, end: endOf(call) }} waited={times?.waited ?? 0} />
      <Took times={times} />
    </a>
  );
});

/** Who answers at once was not waited for. */
export const NOTICED = 1_000;

/** Waiting and running are two numbers. */
export function Took({ times }: { readonly times: ReturnType<typeof useTimes> }) {
  if (!times) return <span className="took" />;
  return (
    <span className="took">
      {times.waited >= NOTICED && <span className="waited">waited {duration(times.waited)}</span>}
      <span className="ran">{duration(times.ran)}</span>
    </span>
  );
}
