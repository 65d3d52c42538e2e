import type { Capability, Danger } from '../../tool/effect.ts';
import { decide } from '../decide.ts';
import type { RuntimePolicy } from '../types.ts';

export type ToolFacts = { readonly tool: string; readonly required: readonly Capability[]; readonly danger: Danger };
const FRESH = { tainted: false, privateRead: false, hostsAllowed: [], calls: 0, tokens: 0 };

/** Whether the policy could allow any call of this tool. A tool that it never allows is not worth showing. */
export const mayRun = (tool: ToolFacts, policy: RuntimePolicy): boolean =>
  decide({ ...tool, trust: 'user', effects: [], approval: false, session: FRESH, root: '/' }, policy).verdict !==
  'deny';
