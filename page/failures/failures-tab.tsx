import { useRef } from 'react';
import type { DeadLetterList } from '../../src/console/api.ts';
import type { DeadLetterRow } from '../../src/store/port.ts';
import { callLine } from '../../src/tool/text/mask.ts';
import { linkTo, useRoute } from '../core/route.ts';
import { useListKeys } from '../core/use-list-keys.ts';
import { useResource } from '../core/use-resource.ts';
import { Badge } from '../parts/badge.tsx';
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
      <h2>Dead letters</h2>
      <p className="hint padded">Calls that the system failed. Nothing is run again by itself.</p>
      {data && known.length === 0 && <p className="empty">None.</p>}
      <LetterRows letters={known} open={id} />
      <h2>Outcome unknown</h2>
      <p className="hint padded">Their process ended while they ran; look before you run one again.</p>
      {data && lost.length + unknown.length === 0 && <p className="empty">None.</p>}
      <LetterRows letters={lost} open={id} />
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
  return <Split list={list} detail={detail} back={linkTo('failures')} of={id} label="The dead letter" />;
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
              <code className="row-title">{readable(callLine(letter.tool, (letter.args ?? {}) as object))}</code>
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
