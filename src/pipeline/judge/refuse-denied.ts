import type { Decision } from '../../policy/types.ts';
import { ToolError } from '../../tool/error.ts';
import type { Judged, Undenied } from '../call-states.ts';
import { refusalOf } from '../effects/judge-again.ts';
import type { Stage } from '../stage.ts';

/** Ends a call that is denied. */
export function refuseDenied({ verdict, reasons, code }: Decision): void {
  if (verdict !== 'deny') return;
  const [why] = reasons;
  throw new ToolError(code, why?.text ?? 'The policy denies it', refusalOf(reasons));
}

/** Does the same as the end of `decide`: a call that the policy denies goes no further. */
export const denyStage: Stage<Judged, Undenied> = {
  name: undefined,
  bounded: false,
  run: call => {
    refuseDenied(call.decision);
    return call as Undenied;
  },
};

/** Reasons for asking, as one text. */
export const reasonToAsk = ({ decision: { reasons } }: Judged): string =>
  reasons.flatMap(({ verdict, text }) => (verdict === 'ask' ? [text] : [])).join('; ');
