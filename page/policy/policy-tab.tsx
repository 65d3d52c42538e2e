import type { PolicyView } from '../../src/console/api.ts';
import { useResource } from '../core/use-resource.ts';
import { FailureNote } from '../parts/failure.tsx';
import { Plain } from '../parts/plain.tsx';
import { ExplainCall } from './explain-call.tsx';
import { InForce } from './in-force.tsx';
import { Replay } from './replay.tsx';
import { RuleLists } from './rule-lists.tsx';
import { SavedRules } from './saved-rules.tsx';

export function PolicyTab({ root }: { readonly root: string }) {
  const { data, failure } = useResource<PolicyView>('/policy', 'policy');
  return (
    <div className="scroll padded policy">
      <FailureNote failure={failure} />
      <div className="columns">
        <div>
          {data && (
            <>
              <InForce view={data} />
              <RuleLists view={data} />
              <SavedRules saved={data.saved} />
              {data.withheld.length > 0 && (
                <section>
                  <h2>Left out until you trust this project</h2>
                  <ul>
                    {data.withheld.map(each => (
                      <li key={each}>
                        <Plain text={each} />
                      </li>
                    ))}
                  </ul>
                </section>
              )}
            </>
          )}
        </div>
        <div>
          <ExplainCall root={root} />
          <Replay />
        </div>
      </div>
    </div>
  );
}
