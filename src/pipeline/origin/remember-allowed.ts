import { isShownWhole } from '../../policy/judge-origins.ts';
import type { Judged } from '../call-states.ts';

/** Remembers the values that a person was shown and has let through: for this tool, and these values alone. */
export function rememberAllowed({ facts, decision, scope, ready }: Judged): void {
  const shown = (facts.unsure ?? []).flatMap(one => (isShownWhole(one, decision) ? [one.value] : []));
  scope.session.origins.allow(ready.id, shown);
}
