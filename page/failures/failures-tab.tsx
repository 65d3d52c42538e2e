import { CircleCheck } from 'lucide-react';
import { useRef } from 'react';
import type { DeadLetterList } from '../../src/console/api.ts';
import type { DeadLetterRow } from '../../src/store/port.ts';
import { linkTo, useRoute } from '../core/route.ts';
import { useListKeys } from '../core/use-list-keys.ts';
import { useResource } from '../core/use-resource.ts';
import { Badge } from '../parts/badge.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Plain, readable } from '../parts/plain.tsx';
import { Split } from '../parts/split.tsx';
import { Time } from '../parts/time.tsx';
import { LetterDetail } from './letter-detail.tsx';

export function FailuresTab() {
  const { id } = useRoute();
  const { data, failure } = useResource<DeadLetterList>('/dead-letters', 'failures');
  const letters = data?.letters ?? [];
  const unknown = data?.unknown ?? [];
  const isLost = ({ error }: DeadLetterRow) => error.code === 'OUTCOME_UNKNOWN';
  const known = letters.filter(letter => !isLost(letter));
  const lost = letters.filter(isLost);
  const listed = letters.find(letter => letter.id === id);
  // One that was just dealt with is gone from the list; what came of it is still to be read.
  const last = useRef<DeadLetterRow>(undefined);
  if (listed) last.current = listed;
  const open = listed ?? (last.current?.id === id ? last.current : undefined);
  useListKeys({
    ids: () => [...known, ...lost].map(letter => letter.id),
    open: id,
    link: each => linkTo('failures', each),
    back: linkTo('failures'),
  });
  const list = (
    <div className="scroll">
      <FailureNote failure={failure} />
      {data && letters.length + unknown.length === 0 && (
        <EmptyState icon={CircleCheck} title="No failed calls">
          Calls that broke through no fault of the model’s come here, to be looked at and run again by you.
        </EmptyState>
      )}
      {known.length > 0 && (
        <>
          <h2>Failed calls</h2>
          <p className="hint padded">The machine failed them, not the model. Nothing is run again by itself.</p>
          <LetterRows letters={known} open={id} />
        </>
      )}
      {lost.length + unknown.length > 0 && (
        <>
          <h2>Ended in the middle</h2>
          <p className="hint padded">
            Their process ended while they ran, so nobody knows how far they came. Look before you run one again.
          </p>
          <LetterRows letters={lost} open={id} />
        </>
      )}
      <ul className="rows">
        {unknown.map(call => (
          <li key={call.id}>
            <a className="row tall" href={linkTo('live', call.id)}>
              <span className="row-head">
                <Badge tone="warn">unknown</Badge>
                <code className="row-title">{readable(call.tool)}</code>
                <Time at={call.preparedAt} />
              </span>
              <span className="row-more">
                <Plain text={call.agent} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
  const detail = open && <LetterDetail key={open.id} letter={open} isOpen={listed !== undefined} />;
  return <Split list={list} detail={detail} back={linkTo('failures')} of={id} label="The failed call" />;
}

/** What tells one call of a tool from another: the first text that it was given. */
function firstText(args: unknown): string {
  const given = Object.values((args ?? {}) as object).flat();
  const text = given.find(value => typeof value === 'string') as string | undefined;
  return readable((text ?? '').slice(0, 200));
}

interface LetterRowsProps {
  readonly letters: readonly DeadLetterRow[];
  readonly open: string | undefined;
}

function LetterRows({ letters, open }: LetterRowsProps) {
  if (letters.length === 0) return null;
  return (
    <ul className="rows">
      {letters.map(letter => (
        <li key={letter.id}>
          <a
            className="row tall"
            href={linkTo('failures', letter.id)}
            aria-current={letter.id === open ? 'true' : undefined}
          >
            <span className="row-head">
              <Badge tone="bad">{letter.status}</Badge>
              <span className="row-title">
                <code>{readable(letter.tool)}</code> {firstText(letter.args)}
              </span>
              <Time at={letter.at} />
            </span>
            <span className="row-more">
              <span className="last">
                <Plain text={`${letter.error.code}: ${letter.error.message}`} />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
