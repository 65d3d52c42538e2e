import { useEffect, useId, useState } from 'react';
import type { PendingApproval } from '../../src/console/api.ts';
import { describeRule } from '../../src/policy/describe.ts';
import type { Rule } from '../../src/policy/types.ts';
import { readable } from '../parts/plain.tsx';

interface RuleEditorProps {
  readonly request: PendingApproval;
  readonly verdict: 'allow' | 'deny';
  /** Undefined: those that were suggested. */
  readonly onChange: (rule: Rule | undefined) => void;
}

const KINDS = ['read', 'write', 'delete', 'execute', 'network', 'state'] as const;

/** The rule that would be saved, to be read and changed before. */
export function RuleEditor({ request, verdict, onChange }: RuleEditorProps) {
  const suggested = request.suggestions.find(each => each.verdict === verdict)?.rules ?? [];
  const [own, setOwn] = useState<Rule | undefined>(suggested.length === 1 ? suggested[0] : undefined);
  const id = useId();
  // What is shown is what is saved, whatever becomes of the arguments.
  useEffect(() => onChange(own), []);
  const change = (fields: Partial<Rule>) => {
    const next = withoutEmpty({ ...own!, ...fields });
    setOwn(next);
    onChange(next);
  };
  const begin = () => {
    const first: Rule = suggested[0] ?? { tool: request.tool, verdict };
    setOwn(first);
    onChange(first);
  };
  if (!own) {
    return (
      <div>
        {suggested.length === 0 ? (
          <p>There is no rule of a sensible width to offer; the answer would count once.</p>
        ) : (
          <>
            <p>These rules are saved:</p>
            <ul>
              {suggested.map(rule => (
                <li key={describeRule(rule)}>
                  <code>{readable(describeRule(rule))}</code>
                </li>
              ))}
            </ul>
          </>
        )}
        <button type="button" className="small" onClick={begin}>
          Write one rule instead
        </button>
      </div>
    );
  }
  return (
    <fieldset className="rule">
      <legend>
        This rule is saved: <code>{readable(describeRule(own))}</code>
      </legend>
      <div className="field">
        <label htmlFor={`${id}tool`}>Tool</label>
        <input
          id={`${id}tool`}
          value={own.tool ?? ''}
          placeholder="any"
          onChange={event => change({ tool: event.target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}effect`}>Effect</label>
        <select
          id={`${id}effect`}
          value={own.effect ?? ''}
          onChange={event => change({ effect: event.target.value as Rule['effect'] })}
        >
          <option value="">any</option>
          {KINDS.map(kind => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      </div>
      <div className="field wide">
        <label htmlFor={`${id}match`}>Matches (a path, a host or a command, * for anything)</label>
        <input
          id={`${id}match`}
          value={own.match ?? ''}
          placeholder="anything"
          spellCheck={false}
          onChange={event => change({ match: event.target.value })}
        />
      </div>
      <div className="field wide">
        <label htmlFor={`${id}reason`}>Reason, shown with the verdict</label>
        <input id={`${id}reason`} value={own.reason ?? ''} onChange={event => change({ reason: event.target.value })} />
      </div>
    </fieldset>
  );
}

const withoutEmpty = (rule: Rule): Rule =>
  Object.fromEntries(
    Object.entries(rule).filter(([, value]) => value !== '' && value !== undefined),
  ) as unknown as Rule;
