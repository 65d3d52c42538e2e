import { Bot, Check, MessageSquare, User } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { StoryStep } from '../../src/console/api.ts';
import { readable } from '../core/readable.ts';
import { linkTo } from '../core/route.ts';
import { useTimes } from '../live/bar.tsx';
import { CallArguments } from '../live/call/call-arguments.tsx';
import { CallOutput } from '../live/call/call-output.tsx';
import { Took } from '../live/call/call-row.tsx';
import { reasonOf, wordsOf } from '../live/call/describe-call.ts';
import { fromRow } from '../live/live-call.ts';
import { StateIcon, stateWord } from '../live/state-icon.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { counted } from '../parts/time.tsx';

interface StoryStepProps {
  readonly step: StoryStep;
  /** Somebody stopped the run here. */
  readonly stopped: boolean;
}

/** One thing that happened in a run. */
export function StoryStepView({ step, stopped }: StoryStepProps) {
  switch (step.kind) {
    case 'prompt':
      return <Spoken icon={<User size={15} aria-hidden="true" />} who="Asked" kind="prompt" text={step.text} />;
    case 'said':
      return (
        <Spoken
          icon={<MessageSquare size={15} aria-hidden="true" />}
          who={`Turn ${step.turn}`}
          kind="said"
          text={step.text}
          more={sayTokens(step.tokens)}
        />
      );
    case 'answer':
      return (
        <Spoken
          icon={step.ok ? <Check size={15} aria-hidden="true" /> : <Bot size={15} aria-hidden="true" />}
          who={step.ok ? 'Answer' : stopped ? 'It was stopped' : 'It ended without an answer'}
          kind={step.ok || stopped ? 'answer' : 'answer bad'}
          text={step.text}
          more={sayTokens(step.tokens)}
        />
      );
    case 'call':
      return <CallStep step={step} />;
  }
}

interface SpokenProps {
  readonly icon: ReactNode;
  readonly who: string;
  readonly kind: string;
  readonly text: string;
  readonly more?: string;
}

/** Characters that are seen before someone asks for the rest. */
const SHORT = 1_200;

function Spoken({ icon, who, kind, text, more = '' }: SpokenProps) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > SHORT * 1.2;
  return (
    <li className={`step ${kind}`}>
      <p className="step-head">
        {icon}
        <strong>{who}</strong>
        {more !== '' && <span className="hint">{more}</span>}
      </p>
      {text !== '' && (
        <div className="step-text">
          <Words kind={kind} text={cut ? text.slice(0, SHORT) : text} />
        </div>
      )}
      {cut && (
        <button type="button" onClick={() => setWhole(true)}>
          All {text.length.toLocaleString()} characters
        </button>
      )}
    </li>
  );
}

/** What models write is Markdown; what people and errors say is as they said it. */
const Words = ({ kind, text }: Pick<SpokenProps, 'kind' | 'text'>) =>
  kind === 'said' || kind === 'answer' ? <Markdown text={text} /> : <p className="as-said">{readable(text)}</p>;

function sayTokens(tokens: { readonly input?: number; readonly output?: number } | undefined): string {
  const parts = [
    ...(tokens?.input === undefined ? [] : [`${tokens.input.toLocaleString()} in`]),
    ...(tokens?.output === undefined ? [] : [`${tokens.output.toLocaleString()} out`]),
  ];
  return parts.length === 0 ? '' : `${parts.join(', ')} tokens`;
}

/** In a line; what it was given and what it printed for whoever opens it. */
function CallStep({ step: { call: row, agents } }: { readonly step: StoryStep & { readonly kind: 'call' } }) {
  const [open, setOpen] = useState(false);
  const call = fromRow(row);
  const times = useTimes(call);
  return (
    <li className={`step call ${call.state}`}>
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>
          <StateIcon state={call.state} word={stateWord(call)} />
          <span className="trace-tool">{readable(call.tool)}</span>
          <span className="step-title">{wordsOf(call)}</span>
          {call.state === 'exit' && <span className="trace-word">{stateWord(call)}</span>}
          <Took times={times} />
        </summary>
        {open && (
          <div className="step-more">
            <p className="facts">
              <a href={linkTo('live', call.id)}>this call, stage by stage</a>
            </p>
            {call.state !== 'conflict' && <FailureNote failure={call.error} />}
            <CallArguments call={call} />
            <CallOutput id={call.id} />
          </div>
        )}
      </details>
      {call.error && (
        <p className="step-error">
          {call.error.code}: {reasonOf(call.error)}
        </p>
      )}
      {agents.length > 0 && (
        <p className="step-agents">
          {counted(agents.length, 'agent')} below:{' '}
          {agents.map(id => (
            <a key={id} href={linkTo('agents', id)}>
              its story
            </a>
          ))}
        </p>
      )}
    </li>
  );
}
