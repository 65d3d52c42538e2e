import { ToolError } from '../../tool/error.ts';

/** The error of a call that the caller no longer wants, and of which nothing was done. */
export const callAborted = (): ToolError =>
  new ToolError('ABORTED', 'The call was aborted before it was done; nothing was changed');

export function throwIfAborted({ stop }: { readonly stop: { readonly aborted: boolean } }): void {
  if (stop.aborted) throw callAborted();
}

/** The error of a call that goes on from its own record, when it is made again as the same step. */
export const scriptStopped = (): ToolError =>
  new ToolError('ABORTED', 'The script was stopped; what its calls have done until then is done, and on record', {
    retryable: true,
  });

/**
 * The error of a tool that was stopped while it acts by itself: nobody can say how far it came. Whoever stopped it
 * knows so; where a worker left the call and another goes on, nobody knows, and the outcome is unknown.
 */
export const stoppedHalfway = ({ isStep }: { readonly isStep: boolean }): ToolError =>
  new ToolError(
    isStep ? 'OUTCOME_UNKNOWN' : 'ABORTED',
    'The call was stopped while it ran; what it had begun may have happened',
    { suggestion: 'Look at what is there before trying again.' },
  );
