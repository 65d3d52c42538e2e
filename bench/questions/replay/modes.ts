import type { ToolgateOptions } from '../../../src/gate/toolgate-options.ts';

/** A way to decide when to ask, over the same recordings. */
export interface Mode {
  readonly name: string;
  /** Whether the gate hears what the user said. */
  readonly hearsPrompt: boolean;
  /** Whether the tools say where values come from and go to; without it the gate has no rule on it. */
  readonly declares: boolean;
  /** Whether the tools are those of an MCP server, with labels of its user. */
  readonly served?: true;
  readonly policy: ToolgateOptions['policy'];
}

const privileged = { extends: 'privileged' } as const;

export const MODES = [
  { name: 'our rule, prompt known', hearsPrompt: true, declares: true, policy: privileged },
  { name: 'our rule, prompt unknown', hearsPrompt: false, declares: true, policy: privileged },
  { name: 'behind MCP, prompt known', hearsPrompt: true, declares: true, served: true, policy: privileged },
  { name: 'behind MCP, prompt unknown', hearsPrompt: false, declares: true, served: true, policy: privileged },
  {
    name: 'ask at every change',
    hearsPrompt: false,
    declares: false,
    policy: { extends: 'privileged', danger: { moderate: 'ask' } },
  },
  {
    name: 'ask at every way out',
    hearsPrompt: false,
    declares: false,
    policy: { extends: 'privileged', rules: [{ effect: 'send', match: '*', verdict: 'ask' }] },
  },
  { name: 'nothing', hearsPrompt: false, declares: false, policy: privileged },
] as const satisfies readonly Mode[];
