import type { PolicyView } from '../../src/console/api.ts';
import { VerdictBadge } from '../parts/badge.tsx';
import { Plain } from '../parts/plain.tsx';

/** What holds whatever the rules say. */
export function InForce({ view }: { readonly view: PolicyView }) {
  const { policy, trusted } = view;
  return (
    <section>
      <h2>
        The <Plain text={policy.name} /> policy is in force
      </h2>
      <dl className="pairs">
        <div>
          <dt>Tools may</dt>
          <dd>{policy.capabilities.join(', ') || 'do nothing'}</dd>
        </div>
        <div>
          <dt>Calls that are</dt>
          <dd className="line">
            {Object.entries(policy.danger).map(([danger, verdict]) => (
              <span key={danger}>
                {danger} <VerdictBadge verdict={verdict} />
              </span>
            ))}
          </dd>
        </div>
        <div>
          <dt>Sandbox</dt>
          <dd>{policy.sandbox}</dd>
        </div>
        <div>
          <dt>Open hosts</dt>
          <dd>
            <Plain text={policy.network.allow.join(', ') || 'none: every connection asks'} />
          </dd>
        </div>
        <div>
          <dt>Private files</dt>
          <dd>
            <Globs globs={policy.private} />
          </dd>
        </div>
        <div>
          <dt>Protected files</dt>
          <dd>
            <Globs globs={policy.protected} />
          </dd>
        </div>
        <div>
          <dt>This project</dt>
          <dd>{trusted ? 'trusted' : 'not trusted: its own config may only make rules stricter'}</dd>
        </div>
      </dl>
    </section>
  );
}

/** A long list opens when someone wants to read it. */
function Globs({ globs }: { readonly globs: readonly string[] }) {
  const text = <Plain text={globs.join(', ')} />;
  if (globs.length === 0) return 'none';
  if (globs.length <= 8) return text;
  return (
    <details>
      <summary>{globs.length} patterns</summary>
      {text}
    </details>
  );
}
