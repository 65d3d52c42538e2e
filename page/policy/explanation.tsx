import type { ExplainResult } from '../../src/console/api.ts';
import { Arguments } from '../parts/arguments.tsx';
import { DangerBadge, VerdictBadge } from '../parts/badge.tsx';
import { EffectList } from '../parts/effects.tsx';
import { FailureNote } from '../parts/failure.tsx';
import { Plain } from '../parts/plain.tsx';
import { Reasons } from './reasons.tsx';

/** What would be decided, and why. */
export function ExplanationView({ explanation, root }: { readonly explanation: ExplainResult; readonly root: string }) {
  if (explanation.error) {
    return (
      <section aria-label="Explanation">
        <p>It would not get as far as a verdict:</p>
        <FailureNote failure={explanation.error} />
      </section>
    );
  }
  const { verdict, danger, sandbox, reasons, effects, notes, args } = explanation;
  return (
    <section className="explanation" aria-label="Explanation">
      <p className="line">
        Verdict: <VerdictBadge verdict={verdict} /> <DangerBadge danger={danger} />
        {sandbox !== 'none' && <span>sandbox {sandbox}</span>}
      </p>
      <Reasons reasons={reasons} />
      {notes.map(note => (
        <p key={note} className="hint">
          <Plain text={note} />
        </p>
      ))}
      <h3>What it touches</h3>
      <EffectList effects={effects} root={root} />
      <h3>Arguments, as they are read</h3>
      <Arguments value={args} />
    </section>
  );
}
