import { useState } from 'react';
import type { ExplainResult, ToolEntry, TryResult } from '../../src/console/api.ts';
import { post, segment } from '../core/request.ts';
import { linkTo } from '../core/route.ts';
import { useAction } from '../core/use-action.ts';
import { draftOf, isReady, SchemaForm } from '../form/schema-form.tsx';
import { Badge } from '../parts/badge.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { OutcomeView } from '../parts/outcome.tsx';
import { Plain, readable } from '../parts/plain.tsx';
import { ExplanationView } from '../policy/explanation.tsx';
import { useParameters } from './use-parameters.ts';

/** One tool, and a form to try it through the whole pipeline. */
export function ToolDetail({ tool, root }: { readonly tool: ToolEntry; readonly root: string }) {
  useParameters(tool);
  const [draft, setDraft] = useState(() => draftOf({}));
  const [filled, setFilled] = useState(0);
  const attempt = useAction<TryResult>();
  const explain = useAction<ExplainResult>();
  const busy = attempt.running || explain.running || !isReady(draft);
  const args = draft.value ?? {};
  const useExample = () => {
    setDraft(draftOf(tool.example));
    setFilled(count => count + 1);
  };
  return (
    <article>
      <h2>
        <code>{readable(tool.name)}</code> {tool.trust === 'untrusted' && <Badge tone="warn">untrusted</Badge>}
      </h2>
      <p>
        <Plain text={tool.description} />
      </p>
      {tool.aliases.length > 0 && <p className="hint">Also known as {readable(tool.aliases.join(', '))}</p>}
      <h3>Try it</h3>
      <p className="hint">
        Run makes the call, through the gate like any other. Explain only says what would be decided.
      </p>
      <form
        onSubmit={event => {
          event.preventDefault();
          explain.clear();
          void attempt.run(() => post(`/tools/${segment(tool.name)}/try`, { args }));
        }}
      >
        {tool.example !== undefined && (
          <p>
            <button type="button" className="small" onClick={useExample}>
              Fill in an example
            </button>
          </p>
        )}
        <SchemaForm key={filled} schema={tool.parameters} draft={draft} onChange={setDraft} />
        <p className="line">
          <button type="submit" className="primary" disabled={busy}>
            {attempt.running ? 'Running…' : 'Run'}
          </button>
          <button
            type="button"
            disabled={busy}
            onClick={() => {
              attempt.clear();
              void explain.run(() => post('/explain', { tool: tool.name, args }));
            }}
          >
            Explain
          </button>
        </p>
      </form>
      {attempt.running && (
        <p className="note" role="status">
          The call is under way. If the policy asks you, the question is under{' '}
          <a href={linkTo('approvals')}>Approvals</a>.
        </p>
      )}
      <div aria-live="polite">
        {attempt.result && <OutcomeView outcome={attempt.result} />}
        {explain.result && <ExplanationView explanation={explain.result} root={root} />}
      </div>
      <FailureNote failure={attempt.failure ?? explain.failure} />
    </article>
  );
}
