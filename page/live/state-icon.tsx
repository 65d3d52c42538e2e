import { Ban, Check, CirclePause, CircleX, GitMerge, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { CallState, LiveCall } from './live-call.ts';

const ICONS: Readonly<Record<CallState, LucideIcon>> = {
  running: LoaderCircle,
  waiting: CirclePause,
  ok: Check,
  exit: TriangleAlert,
  failed: CircleX,
  denied: Ban,
  conflict: GitMerge,
};

/** The state of something as a sign of one size; whoever does not see it is told the word. */
export function StateIcon({ state, word = state }: { readonly state: CallState; readonly word?: string }) {
  const Icon = ICONS[state];
  return (
    <span className={`state ${state}`} title={word}>
      <Icon size={15} aria-hidden="true" />
      <span className="unseen">{word}</span>
    </span>
  );
}

/** With the number, where a program has ended with one. */
export const stateWord = ({ state, exitCode }: Pick<LiveCall, 'state' | 'exitCode'>): string =>
  state === 'exit' ? `exit ${exitCode ?? '?'}` : state;
