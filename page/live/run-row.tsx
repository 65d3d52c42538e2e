import { ChevronDown, ChevronRight } from 'lucide-react';
import { sayTime } from '../../src/text/say.ts';
import { readable } from '../core/readable.ts';
import { linkTo } from '../core/route.ts';
import { useNow } from '../core/use-now.ts';
import { counted } from '../parts/time.tsx';
import { Bar } from './bar.tsx';
import { Clock } from './clock.tsx';
import type { CallState } from './live-call.ts';
import { endOfRun, iconOfRun, isAgent, isAtWork, nameOf, workedUntil } from './session-book.ts';
import { StateIcon } from './state-icon.tsx';
import type { TraceRow } from './trace.ts';

type RowOf<Kind extends TraceRow['kind']> = TraceRow & { readonly kind: Kind };

interface RowProps<Kind extends TraceRow['kind']> {
  readonly row: RowOf<Kind>;
  readonly onFold: (id: string, open: boolean) => void;
}

/** A run, or an agent below one; whoever else makes calls has such a line too. */
export function RunRow({ row, onFold }: RowProps<'run'>) {
  const { session, tally, axis, depth } = row;
  const goesOn = isAtWork(session);
  const now = useNow(goesOn);
  const state = stateOfRun(row);
  const name = readable(nameOf(session));
  const end = session.endedAt ?? (goesOn ? now : axis.to);
  return (
    <div className={depth === 0 ? 'trace-row run first' : 'trace-row run'}>
      <StateIcon state={state.icon} word={state.word} />
      <Clock at={session.startedAt} />
      <span className={`trace-name depth-${Math.min(depth, 8)}`}>
        <Fold row={row} name={name} onFold={onFold} />
        <a
          className="trace-title"
          href={linkTo('agents', session.id)}
          title={session.prompt === undefined ? name : readable(session.prompt)}
        >
          {name}
        </a>
        {isAgent(session) && name !== session.agent && session.agent !== 'main' && (
          <span className="trace-agent" title={readable(session.agent)}>
            {readable(ownName(session.agent, depth))}
          </span>
        )}
        <span className="trace-last">
          <span className="trace-count">{sayCalls(row)}</span>
          {tally.waiting > 0 && <span className="waited">{tally.waiting} waiting</span>}
          {tally.exit > 0 && <span className="waited">{counted(tally.exit, 'exit code')}</span>}
          {tally.failed > 0 && <span className="trouble">{tally.failed} failed</span>}
          {tally.denied > 0 && <span className="trouble">{tally.denied} denied</span>}
        </span>
      </span>
      {depth > 0 && isAgent(session) ? (
        <Bar {...{ from: axis.from, to: axis.to, state: 'running', waited: 0 }} start={session.startedAt} end={end} />
      ) : (
        <span className="bar-axis" />
      )}
      <span className="took">
        {end !== undefined && isAgent(session) && <span className="ran">{sayTime(workedUntil(session, end))}</span>}
      </span>
    </div>
  );
}

/** Of `lead/reader-1` below `lead`, what stands there already is left out. */
const ownName = (agent: string, depth: number): string =>
  depth === 0 ? agent : agent.slice(agent.lastIndexOf('/') + 1);

function Fold({ row, name, onFold }: RowProps<'run' | 'turn'> & { readonly name: string }) {
  const open = row.open !== false;
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <button type="button" className="fold" aria-expanded={open} aria-label={name} onClick={() => onFold(row.id, !open)}>
      <Icon size={14} aria-hidden="true" />
    </button>
  );
}

/** Both numbers, where not all of them are here. */
function sayCalls({ session, tally }: RowOf<'run'>): string {
  if (session.calls <= tally.calls) return counted(tally.calls, 'call');
  return `${tally.calls.toLocaleString()} of ${counted(session.calls, 'call')}`;
}

function stateOfRun({ session, tally }: RowOf<'run'>): { readonly icon: CallState; readonly word: string } {
  if (tally.waiting > 0) return { icon: 'waiting', word: 'waiting' };
  if (isAtWork(session) || tally.running > 0) return { icon: 'running', word: 'at work' };
  return { icon: iconOfRun(session), word: endOfRun(session) };
}

/** Of Markdown, which models write: in a line of text they are in the way. */
const MARKS = /\*\*|`|^#+ /gm;

/** What the model said before the calls below. */
export function TurnRow({ row, onFold }: RowProps<'turn'>) {
  const { turn, text, at } = row.said;
  return (
    <div className="trace-row turn">
      <span />
      <Clock at={at} />
      <span className={`trace-name depth-${Math.min(row.depth, 8)}`}>
        <Fold row={row} name={`turn ${turn}`} onFold={onFold} />
        <span className="trace-turn">turn {turn}</span>
        <span className="trace-said">{readable(text.slice(0, 400)).replace(MARKS, '').replaceAll('\n', ' ')}</span>
      </span>
    </div>
  );
}

interface EarlierRowProps {
  readonly row: RowOf<'earlier'>;
  readonly onLoad: (row: RowOf<'earlier'>) => void;
}

export function EarlierRow({ row, onLoad }: EarlierRowProps) {
  return (
    <div className="trace-row earlier">
      <span />
      <span />
      <span className={`trace-name depth-${Math.min(row.depth, 8)}`}>
        <button type="button" className="quiet" onClick={() => onLoad(row)}>
          {counted(row.count, 'earlier call')}: load some
        </button>
      </span>
    </div>
  );
}
