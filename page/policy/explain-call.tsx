import { useId, useState } from 'react';
import type { ExplainResult, ToolList } from '../../src/console/api.ts';
import { post } from '../core/request.ts';
import { useAction } from '../core/use-action.ts';
import { useResource } from '../core/use-resource.ts';
import { draftOf, isReady, SchemaForm } from '../form/schema-form.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { readable } from '../parts/plain.tsx';
import { useParameters } from '../tools/use-parameters.ts';
import { ExplanationView } from './explanation.tsx';

/** Runs nothing and records nothing. */
export function ExplainCall({ root }: { readonly root: string }) {
  const { data } = useResource<ToolList>('/tools', 'tools');
  const [name, setName] = useState('');
  const [draft, setDraft] = useState(() => draftOf({}));
  const action = useAction<ExplainResult>();
  const id = useId();
  const tools = (data?.tools ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
  const tool = tools.find(each => each.name === name);
  useParameters(tool);
  const choose = (next: string) => {
    setName(next);
    setDraft(draftOf({}));
    action.clear();
  };
  return (
    <section>
      <h2>What would be decided?</h2>
      <p className="hint">Take a tool, fill in a call, and see the verdict with its reasons. Nothing is run.</p>
      <form
        onSubmit={event => {
          event.preventDefault();
          void action.run(() => post('/explain', { tool: name, args: draft.value ?? {} }));
        }}
      >
        <div className="field">
          <label htmlFor={id}>Tool</label>
          <select id={id} value={name} onChange={event => choose(event.target.value)}>
            <option value="">Choose a tool</option>
            {tools.map(each => (
              <option key={each.name} value={each.name}>
                {readable(each.name)}
              </option>
            ))}
          </select>
        </div>
        {tool && <SchemaForm key={name} schema={tool.parameters} draft={draft} onChange={setDraft} />}
        <p>
          <button type="submit" className="primary" disabled={!tool || action.running || !isReady(draft)}>
            Explain
          </button>
        </p>
      </form>
      <div aria-live="polite">{action.result && <ExplanationView explanation={action.result} root={root} />}</div>
      <FailureNote failure={action.failure} />
    </section>
  );
}
