import type { CallDetail, SettledApproval } from '../../src/console/api.ts';
import { whoName } from '../core/readable.ts';
import { segment } from '../core/request.ts';
import { linkTo } from '../core/route.ts';
import { useResource } from '../core/use-resource.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { Arguments } from '../parts/arguments.tsx';
import { DangerBadge } from '../parts/badge.tsx';
import { Plain, readable } from '../parts/plain.tsx';
import { Time } from '../parts/time.tsx';
import { describeAnswer } from './describe-answer.ts';
import { saidArguments, wish } from './headline.ts';
import { QuestionLead } from './question-lead.tsx';
import { SettledBadge } from './settled-list.tsx';

interface SettledDetailProps {
  readonly approval: SettledApproval;
  readonly root: string;
  /** Someone else was first while it was open here. */
  readonly elsewhere: boolean;
  readonly next: string | undefined;
}

/** A question that has its answer, with all that it was about. */
export function SettledDetail({ approval, root, elsewhere, next }: SettledDetailProps) {
  const { answeredAt, answer } = approval;
  return (
    <article className="approval">
      <h2>
        {whoName(approval.agent)} wanted to {wish(approval)} <SettledBadge approval={approval} />
      </h2>
      <div className={elsewhere ? 'note warn' : 'note'} role="status">
        {elsewhere && <strong>Answered elsewhere while you had it open. </strong>}
        {describeAnswer(approval)}
        {answeredAt !== undefined && (
          <>
            {' at '}
            <Time at={answeredAt} />
          </>
        )}
        {'. '}
        <a href={linkTo('live', approval.callID)}>See the call</a>
        {next !== undefined && (
          <>
            {' · '}
            <a href={linkTo('approvals', next)}>Go to the next question</a>
          </>
        )}
      </div>
      <p className="facts">
        <DangerBadge danger={approval.danger} />
        <code>{readable(approval.tool)}</code>
        <span>
          asked <Time at={approval.createdAt} />
        </span>
      </p>
      {answer?.modifiedArgs && <WhatRan approval={approval} args={answer.modifiedArgs} />}
      {answer?.modifiedArgs && <h3 className="part">What was asked</h3>}
      <QuestionLead matter={approval} root={approval.root ?? root} cwd={approval.cwd} />
      <p className="why">
        <span className="hint">Why it was asked:</span> <Plain text={approval.reason} />
      </p>
      <h3>Arguments{answer?.modifiedArgs && ' as asked'}</h3>
      <Arguments value={saidArguments(approval)} />
    </article>
  );
}

/** What nobody said, and nobody has changed. */
const stillUnsaid = ({ unsaid = [], args: asked }: SettledApproval, args: WhatRanProps['args']): readonly string[] =>
  unsaid.filter(name => JSON.stringify(asked[name]) === JSON.stringify(args[name]));

interface WhatRanProps {
  readonly approval: SettledApproval;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The changed arguments, and what the call has changed with them. */
function WhatRan({ approval, args }: WhatRanProps) {
  const { data } = useResource<CallDetail>(`/calls/${segment(approval.callID)}`, 'calls');
  const diff = data?.changes?.changes.map(change => change.diff ?? '').join('') ?? '';
  return (
    <>
      <h3 className="part">What was allowed instead</h3>
      <Arguments value={saidArguments({ args, unsaid: stillUnsaid(approval, args) })} />
      {diff !== '' && (
        <>
          <h3>What it changed</h3>
          <DiffView diff={diff} />
        </>
      )}
    </>
  );
}
