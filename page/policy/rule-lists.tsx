import type { PolicyView } from '../../src/console/api.ts';
import { Plain } from '../parts/plain.tsx';
import { RuleRows } from './rule-rows.tsx';

/** Rules with where each came from. Each list is judged alone, and the strictest verdict wins. */
export function RuleLists({ view }: { readonly view: PolicyView }) {
  const lists = view.policy.ruleLists.filter(({ rules }) => rules.length > 0);
  return (
    <section>
      <h2>Rules</h2>
      {lists.length === 0 && <p className="empty">No rules of your own.</p>}
      {lists.map(({ source, rules }, index) => (
        <div key={index}>
          <h3>
            <Plain text={source} />
            {view.sources[source] !== undefined && (
              <span className="hint">
                {' '}
                <Plain text={view.sources[source]} />
              </span>
            )}
          </h3>
          <RuleRows rules={rules} label={`Rules of ${source}`} />
        </div>
      ))}
    </section>
  );
}
