import { decide } from '../../policy/decide.ts';
import type { Facts, Reason, RuntimePolicy } from '../../policy/types.ts';
import type { ChangeSetRow, Store } from '../../store/port.ts';
import { capabilitiesOf, type Effects } from '../../tool/effect.ts';
import { ToolError, type ToolErrorOptions } from '../../tool/error.ts';

interface JudgeAgainOptions {
  readonly store: Pick<Store, 'calls'>;
  readonly policy: () => RuntimePolicy;
  readonly root: string;
}

/**
 * Judges a set that was planned or kept, and is written later, perhaps by another process under another policy: what
 * that denies is not written. Whoever has it written allows what would be asked, and was asked when the call was made.
 */
export function judgeAgain({ store, policy, root }: JudgeAgainOptions) {
  return async (set: Pick<ChangeSetRow, 'callID' | 'title'>, effects: Effects): Promise<void> => {
    const { tool = 'plan', facts } = (await store.calls.get(set.callID)) ?? {};
    const said = (facts ?? {}) as Partial<Facts>;
    const judged = { tool, trust: 'user' as const, ...said, ...NOW, effects, root };
    const { verdict, reasons } = decide({ ...judged, required: capabilitiesOf(effects) }, policy());
    if (verdict !== 'deny') return;
    const [why] = reasons;
    const denied = `${why?.text ?? 'The policy denies it'}; nothing of it was written.`;
    throw new ToolError('POLICY_DENIED', denied, refusalOf(reasons));
  };
}

/** The refusal of a call, as an error carries it: words for people stand apart from the rest. */
export function refusalOf(reasons: readonly Reason[]): ToolErrorOptions {
  const [why] = reasons;
  return {
    suggestion: why?.suggestion,
    forPeople: why?.forPeople,
    details: { reasons: reasons.map(({ forPeople: _, ...reason }) => reason) },
  };
}

/** Facts that counted for the run, and do not count for the writing. */
const NOW = {
  danger: 'safe',
  approval: false,
  failed: undefined,
  unplannable: undefined,
  unsure: undefined,
  session: { tainted: false, privateRead: false, hostsAllowed: [], calls: 0, tokens: 0 },
} as const;
