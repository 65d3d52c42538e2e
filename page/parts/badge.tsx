import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'quiet';

/** A word with a colour; the word alone says all. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

const DANGERS: Readonly<Record<string, Tone>> = { safe: 'good', moderate: 'quiet', dangerous: 'bad' };
const VERDICTS: Readonly<Record<string, Tone>> = { allow: 'good', ask: 'warn', deny: 'bad' };

export const DangerBadge = ({ danger }: { readonly danger: string }) => (
  <Badge tone={DANGERS[danger] ?? 'quiet'}>{danger}</Badge>
);

export const VerdictBadge = ({ verdict }: { readonly verdict: string }) => (
  <Badge tone={VERDICTS[verdict] ?? 'quiet'}>{verdict}</Badge>
);
