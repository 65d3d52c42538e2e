import { type Dispatch, type SetStateAction, useId, useState } from 'react';
import type { JsonSchema } from '../../src/schema/schema.ts';
import { readable } from '../parts/plain.tsx';
import { AnyField } from './any-field.tsx';
import type { OnProblem } from './field-props.ts';
import { JsonField } from './json-field.tsx';

/** What is being filled in. `problems` by field are why it cannot be sent yet. */
export interface Draft {
  readonly value: unknown;
  readonly problems: Readonly<Record<string, string>>;
}

export const draftOf = (value: unknown): Draft => ({ value, problems: {} });

export const isReady = ({ problems }: Draft): boolean => Object.keys(problems).length === 0;

interface SchemaFormProps {
  readonly schema: JsonSchema | undefined;
  readonly draft: Draft;
  readonly onChange: Dispatch<SetStateAction<Draft>>;
  /** Where given, only what is said is in sight; the rest stands behind a fold. */
  readonly unsaid?: readonly string[] | undefined;
}

/** Arguments by a form that the schema makes; or, at any time, as JSON. */
export function SchemaForm({ schema, draft, onChange, unsaid }: SchemaFormProps) {
  const [raw, setRaw] = useState(schema === undefined);
  const id = useId();
  const change = (value: unknown) => onChange(before => ({ ...before, value }));
  const note: OnProblem = (field, problem) =>
    onChange(before => {
      if (before.problems[field] === problem) return before;
      const { [field]: _, ...others } = before.problems;
      return { ...before, problems: problem === undefined ? others : { ...others, [field]: problem } };
    });
  return (
    <div className="schema-form">
      {schema !== undefined && (
        <fieldset className="switch">
          <legend className="unseen">How the arguments are written</legend>
          {[false, true].map(json => (
            <button
              key={String(json)}
              type="button"
              aria-pressed={raw === json}
              // Text that is no JSON has no form.
              disabled={!json && raw && !isReady(draft)}
              onClick={() => setRaw(json)}
            >
              {json ? 'JSON' : 'Form'}
            </button>
          ))}
        </fieldset>
      )}
      {raw || schema === undefined ? (
        <JsonField id={id} label="Arguments as JSON" value={draft.value} onChange={change} onProblem={note} />
      ) : (
        <AnyField
          id={id}
          schema={schema}
          root={schema}
          value={draft.value}
          required
          unsaid={unsaid}
          onChange={change}
          onProblem={note}
        />
      )}
      {Object.entries(draft.problems).map(([field, problem]) => (
        <p className="problem" role="alert" key={field}>
          {readable(problem)}
        </p>
      ))}
    </div>
  );
}
