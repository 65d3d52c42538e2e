import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import type { StopResult } from '../../../src/console/api.ts';
import { post, segment } from '../../core/request.ts';
import { useAction } from '../../core/use-action.ts';
import { FailureNote } from '../../parts/failure.tsx';

interface StopButtonProps {
  readonly what: 'call' | 'agent' | 'run';
  readonly id: string;
}

/** Stops a call or an agent; a run, with all that it has begun, only after a second look. */
export function StopButton({ what, id }: StopButtonProps) {
  const action = useAction<StopResult>();
  const [sure, setSure] = useState(false);
  const path = what === 'call' ? `/calls/${segment(id)}/stop` : `/agents/${segment(id)}/stop`;
  const stop = () => {
    setSure(false);
    void action.run(() => post<StopResult>(path));
  };
  if (sure)
    return (
      <fieldset className="stop-sure" aria-label="Stop this run?">
        <span>Stop this run, with all its agents and calls? What it has changed stays.</span>
        <button type="button" className="danger" onClick={stop}>
          Stop it
        </button>
        <button type="button" onClick={() => setSure(false)}>
          Let it go on
        </button>
      </fieldset>
    );
  const over = action.result?.stopped === false;
  return (
    <>
      <button
        type="button"
        className="stop"
        disabled={action.running || action.result !== undefined}
        onClick={() => (what === 'run' ? setSure(true) : stop())}
      >
        <CircleStop size={14} aria-hidden="true" />
        {action.result ? (over ? 'It had ended' : 'Stopping…') : `Stop this ${what}`}
      </button>
      <FailureNote failure={action.failure} />
    </>
  );
}
