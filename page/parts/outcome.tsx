import type { Outcome } from '../../src/tool/outcome.ts';
import { linkTo } from '../core/route.ts';
import { Badge } from './badge.tsx';
import { FailureNote } from './failure.tsx';
import { Output, Plain } from './plain.tsx';

/** What a call came to, as its caller sees it. */
export function OutcomeView({ outcome }: { readonly outcome: Outcome }) {
  return (
    <section className="outcome" aria-label="Outcome">
      <p className="line">
        <Badge tone={outcome.ok ? 'good' : 'bad'}>{outcome.ok ? 'done' : 'failed'}</Badge>
        <strong>
          <Plain text={outcome.title || outcome.tool} />
        </strong>
        <a href={linkTo('live', outcome.callID)}>Stages of this call</a>
      </p>
      {outcome.error ? <FailureNote failure={outcome.error} /> : <Output label="What it gave" text={outcome.output} />}
    </section>
  );
}
