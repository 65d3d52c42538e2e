import { memo } from 'react';
import { callLine } from '../../src/tool/text/mask.ts';
import { linkTo } from '../core/route.ts';
import { useNow } from '../core/use-now.ts';
import { Badge, type Tone } from '../parts/badge.tsx';
import { readable } from '../parts/plain.tsx';
import { duration } from '../parts/time.tsx';
import { type CallState, isOver, type LiveCall } from './live-call.ts';

const TONES: Readonly<Record<CallState, Tone>> = {
  running: 'info',
  waiting: 'warn',
  ok: 'good',
  failed: 'bad',
  denied: 'bad',
};

interface CallLineProps {
  readonly call: LiveCall;
  readonly open: boolean;
  readonly search: URLSearchParams;
}

/** A call in two lines: what and how long; by whom, and the last that is known. */
export const CallLine = memo(function CallLine({ call, open, search }: CallLineProps) {
  return (
    <a className="row" href={linkTo('live', call.id, search)} aria-current={open ? 'true' : undefined}>
      <span className="row-head">
        <StateBadge state={call.state} />
        <span className="row-title">{sentenceOf(call)}</span>
        <Elapsed call={call} />
      </span>
      <span className="row-more">
        <span className="agent">{readable(call.agent)}</span>
        <span className="last">{lastOf(call)}</span>
      </span>
    </a>
  );
});

export const StateBadge = ({ state }: { readonly state: CallState }) => <Badge tone={TONES[state]}>{state}</Badge>;

export function Elapsed({ call }: { readonly call: LiveCall }) {
  const over = isOver(call);
  const now = useNow(!over && !call.quiet);
  if (call.endedAt === undefined && (over || call.quiet)) return null;
  return <span className="elapsed">{duration((call.endedAt ?? now) - call.startedAt)}</span>;
}

/** What the tool says of the call; until it has said something, its name and the first text that it was given. */
export function sentenceOf({ title, tool, args, error }: LiveCall): string {
  if (title && !error) return readable(title);
  const given = typeof args === 'object' && args !== null ? Object.values(args).flat() : [];
  const first = given.find(value => typeof value === 'string') as string | undefined;
  return readable(`${tool}${first === undefined ? '' : ` ${first.slice(0, 120)}`}`).replaceAll('\n', ' ');
}

/** What the preview says beside the title. */
const moreOf = ({ preview = [], title }: LiveCall): string =>
  preview
    .filter(line => line !== title)
    .map(line => line.trim())
    .join(' · ');

/** Why it failed, what came of it, the end of what it prints, or the call itself. */
function lastOf(call: LiveCall): string {
  const { error, output, state } = call;
  if (error) return readable(`${error.code}: ${error.message}`.slice(0, 200)).replaceAll('\n', ' ');
  if (state === 'waiting') return 'waits for an answer';
  if (isOver(call)) return readable(moreOf(call) || callLine(call.tool, call.args ?? {}));
  const printed = output.trimEnd().split('\n').at(-1);
  return readable(printed ? printed.slice(-200) : callLine(call.tool, call.args ?? {}));
}
