import type { Reason } from '../../src/policy/types.ts';
import { VerdictBadge } from '../parts/badge.tsx';
import { Plain, readable } from '../parts/plain.tsx';

export function Reasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  return (
    <ul className="reasons">
      {reasons.map((reason, index) => (
        <li key={index}>
          <VerdictBadge verdict={reason.verdict} /> <span className="hint">{readable(reason.from)}</span>{' '}
          <Plain text={reason.text} />
          {reason.suggestion && (
            <p className="suggestion">
              <Plain text={reason.suggestion} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
