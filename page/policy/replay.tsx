import { useId, useState } from 'react';
import type { ReplayResult } from '../../src/console/api.ts';
import { callLine } from '../../src/tool/text/mask.ts';
import { post } from '../core/request.ts';
import { linkTo } from '../core/route.ts';
import { useAction } from '../core/use-action.ts';
import { VerdictBadge } from '../parts/badge.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Plain, readable } from '../parts/plain.tsx';
import { ScrollBox } from '../parts/scroll-box.tsx';
import { counted } from '../parts/time.tsx';

const PRESETS = ['read-only', 'standard', 'privileged'] as const;
const EXAMPLE = `{
  "extends": "standard",
  "rules": [{ "effect": "write", "match": "src/**", "verdict": "ask" }]
}`;

/** A proposed policy over the recorded calls: those on which it would have decided otherwise. */
export function Replay() {
  const [preset, setPreset] = useState('');
  const [text, setText] = useState(EXAMPLE);
  const [problem, setProblem] = useState('');
  const action = useAction<ReplayResult>();
  const id = useId();
  const run = () => {
    const policy = preset === '' ? parsed(text) : preset;
    setProblem(policy === undefined ? 'This is not JSON yet' : '');
    if (policy !== undefined) void action.run(() => post('/policy/replay', { policy }));
  };
  return (
    <section>
      <h2>What would another policy have decided?</h2>
      <p className="hint">It is tried on the calls that were made so far. Nothing is run, and nothing changes.</p>
      <form
        onSubmit={event => {
          event.preventDefault();
          run();
        }}
      >
        <div className="field">
          <label htmlFor={`${id}preset`}>Policy</label>
          <select id={`${id}preset`} value={preset} onChange={event => setPreset(event.target.value)}>
            <option value="">Written below</option>
            {PRESETS.map(each => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </div>
        {preset === '' && (
          <div className="field">
            <label htmlFor={id}>Proposed policy, as in the config</label>
            <textarea
              id={id}
              className="json"
              rows={6}
              spellCheck={false}
              value={text}
              onChange={event => setText(event.target.value)}
            />
          </div>
        )}
        {problem !== '' && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <p>
          <button type="submit" className="primary" disabled={action.running}>
            {action.running ? 'Trying…' : 'Try it on past calls'}
          </button>
        </p>
      </form>
      <FailureNote failure={action.failure} />
      <div aria-live="polite">{action.result && <Differences result={action.result} />}</div>
    </section>
  );
}

function Differences({ result }: { readonly result: ReplayResult }) {
  const { calls, differences } = result;
  if (differences.length === 0)
    return <p className="note good">Of {counted(calls, 'call')} none would have been decided otherwise.</p>;
  return (
    <ScrollBox className="table-scroll" label="Verdicts that differ">
      <table className="plain">
        <caption>
          Of {counted(calls, 'call')}, {differences.length} would have been decided otherwise
        </caption>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">Was</th>
            <th scope="col">Would be</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ id, tool, args, before, after, reasons }) => (
            <tr key={id}>
              <td>
                <a href={linkTo('live', id)}>
                  <code>{readable(callLine(tool, args ?? {}))}</code>
                </a>
              </td>
              <td>
                <VerdictBadge verdict={before} />
              </td>
              <td>
                <VerdictBadge verdict={after} />
              </td>
              <td>
                <Plain text={reasons[0]?.text ?? ''} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
