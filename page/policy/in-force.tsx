import type { PolicyView } from '../../src/console/api.ts';
import { VerdictBadge } from '../parts/badge.tsx';
import { Plain } from '../parts/plain.tsx';

/** What holds whatever the rules say. */
export function InForce({ view }: { readonly view: PolicyView }) {
  const { policy, trusted } = view;
  return (
    <section>
      <h2>
        In force: <Plain text={policy.name} />
      </h2>
      <dl className="pairs">
        <div>
          <dt>Capabilities</dt>
          <dd>{policy.capabilities.join(', ') || 'none'}</dd>
        </div>
        <div>
          <dt>By danger</dt>
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
          <dt>Hosts without asking</dt>
          <dd>
            <Plain text={policy.network.allow.join(', ') || 'none'} />
          </dd>
        </div>
        <div>
          <dt>Private data</dt>
          <dd>
            <Globs globs={policy.private} />
          </dd>
        </div>
        <div>
          <dt>Asks before writing</dt>
          <dd>
            <Globs globs={policy.protected} />
          </dd>
        </div>
        <div>
          <dt>Workspace</dt>
          <dd>{trusted ? 'trusted' : 'not trusted: its config may only tighten'}</dd>
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
