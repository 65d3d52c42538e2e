import { NOTICED } from '../../../src/activity/call-times.ts';
import { sayTime } from '../../../src/text/say.ts';
import { live } from '../../core/live.ts';
import { readable, whoName } from '../../core/readable.ts';
import { linkTo } from '../../core/route.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { useTimes } from '../bar.tsx';
import { Clock } from '../clock.tsx';
import { type CallState, isOver, type LiveCall } from '../live-call.ts';
import { isAgent, nameOf } from '../session-book.ts';
import { stateWord } from '../state-icon.tsx';
import { sentenceOf } from './describe-call.ts';
import { StopButton } from './stop-button.tsx';

const TONES: Readonly<Record<CallState, Tone>> = {
  running: 'info',
  waiting: 'warn',
  ok: 'good',
  exit: 'warn',
  failed: 'bad',
  denied: 'bad',
  conflict: 'quiet',
};

interface CallHeadProps {
  readonly call: LiveCall;
  /** The sessions of those that it has started. */
  readonly agents: readonly string[];
}

/** What it is, when and how long, and whose; where to go from here. */
export function CallHead({ call, agents }: CallHeadProps) {
  const times = useTimes(call);
  const session = live.sessions.get(call.sessionID);
  return (
    <>
      <h2>
        <Badge tone={TONES[call.state]}>{stateWord(call)}</Badge> {sentenceOf(call)}
      </h2>
      <p className="facts">
        <code>{readable(call.tool)}</code>
        <Clock at={call.startedAt} />
        {times && times.waited >= NOTICED && <span>waited {sayTime(times.waited)}</span>}
        {times && (
          <span>
            {call.state === 'denied' ? 'took' : 'ran'} {sayTime(times.ran)}
          </span>
        )}
        <a href={linkTo('live', undefined, { agent: call.agent })}>{whoName(call.agent)}</a>
        {call.turn !== undefined && <span>turn {call.turn}</span>}
        {session && (
          <a className="of-run" href={linkTo('agents', call.sessionID)}>
            {isAgent(session) ? readable(nameOf(session)).slice(0, 200) : 'its session'}
          </a>
        )}
      </p>
      {agents.length > 0 && (
        <p className="facts">
          <span>It started</span>
          {agents.map(id => (
            <a key={id} href={linkTo('agents', id)}>
              {readable(live.sessions.get(id)?.agent ?? id)}
            </a>
          ))}
        </p>
      )}
      {!isOver(call) && <StopButton what="call" id={call.id} />}
    </>
  );
}
