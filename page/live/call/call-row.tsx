import { memo } from 'react';
import { NOTICED } from '../../../src/activity/call-times.ts';
import { sayTime } from '../../../src/text/say.ts';
import { readable } from '../../core/readable.ts';
import { linkTo } from '../../core/route.ts';
import { Bar, useTimes } from '../bar.tsx';
import { Clock } from '../clock.tsx';
import { endOf, type LiveCall } from '../live-call.ts';
import { StateIcon, stateWord } from '../state-icon.tsx';
import { lastOf, wordsOf } from './describe-call.ts';

interface CallRowProps {
  readonly call: LiveCall;
  readonly depth: number;
  readonly from: number;
  readonly to: number | undefined;
  readonly chosen: boolean;
  /** Something new begins with it, after a pause. */
  readonly later: boolean;
  readonly search: URLSearchParams;
}

/** A call in a line: its state, when, what, what came of it, and how long. */
export const CallRow = memo(function CallRow({ call, depth, from, to, chosen, later, search }: CallRowProps) {
  const times = useTimes(call);
  const word = stateWord(call);
  return (
    <a
      className={`trace-row call ${call.state}${later ? ' later' : ''}`}
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

/** Waiting and running are two numbers. */
export function Took({ times }: { readonly times: ReturnType<typeof useTimes> }) {
  if (!times) return <span className="took" />;
  return (
    <span className="took">
      {times.waited >= NOTICED && <span className="waited">waited {sayTime(times.waited)}</span>}
      <span className="ran">{sayTime(times.ran)}</span>
    </span>
  );
}
