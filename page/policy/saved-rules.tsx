import type { PolicyView } from '../../src/console/api.ts';
import { describeRule } from '../../src/policy/describe.ts';
import { request, segment } from '../core/request.ts';
import { useAction } from '../core/use-action.ts';
import { FailureNote } from '../parts/failure.tsx';
import { RuleRows } from './rule-rows.tsx';

/** What "always" has saved; each can be forgotten. */
export function SavedRules({ saved }: { readonly saved: PolicyView['saved'] }) {
  const action = useAction<unknown>('policy');
  const forget = (id: string) => action.run(() => request(`/rules/${segment(id)}`, { method: 'DELETE' }));
  return (
    <section>
      <h2>Rules you have saved</h2>
      {saved.length === 0 && <p className="empty">None. Whoever answers a question with “always” saves one.</p>}
      <RuleRows
        label="Saved rules"
        rules={saved.map(({ rule }) => rule)}
        action={index => (
          <button
            type="button"
            className="small danger"
            disabled={action.running}
            aria-label={`Forget: ${describeRule(saved[index]!.rule)}`}
            onClick={() => void forget(saved[index]!.id)}
          >
            Forget
          </button>
        )}
      />
      <FailureNote failure={action.failure} />
    </section>
  );
}
