import { Check, CircleHelp, type LucideIcon, MinusCircle, ShieldX, TriangleAlert, Undo2, UserX } from 'lucide-react';
import { Fragment } from 'react';
import type { ApprovalList, DemoStepState, TryResult } from '../../src/console/api.ts';
import { post } from '../core/request.ts';
import { linkTo } from '../core/route.ts';
import { useAction } from '../core/use-action.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Plain } from '../parts/plain.tsx';
import { GuideQuestion } from './guide-question.tsx';

const ICONS: Readonly<Partial<Record<DemoStepState['state'], LucideIcon>>> = {
  asks: CircleHelp,
  yours: Undo2,
  done: Check,
  refused: ShieldX,
  rejected: UserX,
  unanswered: UserX,
  left_out: MinusCircle,
  odd: TriangleAlert,
};

interface GuideStepProps {
  readonly step: DemoStepState;
  readonly approvals: ApprovalList | undefined;
  readonly onDone: () => void;
}

/** A step with what came of it; where it is the person's turn, with the buttons for that. */
export function GuideStep({ step, approvals, onDone }: GuideStepProps) {
  const Icon = ICONS[step.state];
  return (
    <li className={`guide-step ${step.state}`}>
      {Icon ? <Icon className="icon" aria-hidden="true" /> : <span className="pulse" aria-hidden="true" />}
      <div>
        <h3>
          <Plain text={step.title} />
        </h3>
        <p>
          <Plain text={step.caption} /> {step.state !== 'asks' && <CallLinks calls={step.calls} />}
        </p>
        {step.question !== undefined && <GuideQuestion id={step.question} approvals={approvals} onAnswered={onDone} />}
        {step.state === 'yours' && step.set !== undefined && <TakeBack set={step.set} onDone={onDone} />}
      </div>
    </li>
  );
}

function CallLinks({ calls }: { readonly calls: readonly string[] }) {
  if (calls.length <= 1) return calls.map(id => <CallLink key={id} id={id} text="See the call" />);
  return (
    <>
      See the calls:{' '}
      {calls.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <CallLink id={id} text={`call ${index + 1}`} />
        </Fragment>
      ))}
    </>
  );
}

const CallLink = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <a href={linkTo('live', id)}>{text}</a>
);

function TakeBack({ set, onDone }: { readonly set: string; readonly onDone: () => void }) {
  const action = useAction<TryResult>();
  const undo = async () => {
    await action.run(() => post('/undo', { set }));
    onDone();
  };
  return (
    <>
      <p className="line">
        <button type="button" className="primary" disabled={action.running} onClick={() => void undo()}>
          <Undo2 className="icon" aria-hidden="true" /> Take it back
        </button>
        <a href={linkTo('changes', set)}>See the change</a>
      </p>
      <FailureNote failure={action.failure ?? action.result?.error} />
    </>
  );
}
