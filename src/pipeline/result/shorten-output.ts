import type { ReadyTool } from '../../tool/ready.ts';
import type { Performed } from '../call-states.ts';
import { type CappedOutput, capOutput, type OutputLimits } from './cap-output.ts';
import { condenseOutput } from './condense/condense-output.ts';

type PrintedCall = Pick<Performed, 'text' | 'callID' | 'ready'> & { readonly args: unknown };

/** The text of a result as a model gets it: a log is condensed by its kind, and then any text too long is cut. */
export function shortenOutput({ text, callID, ready, args }: PrintedCall, limits: OutputLimits): CappedOutput {
  if (!isLog(ready, args)) return capOutput(text, limits, callID);
  const made = condenseOutput(text, callID);
  const capped = capOutput(made.text, limits, callID, made.condensed);
  return made.condensed ? { ...capped, cut: true } : capped;
}

/** Whether the output is a log. The call has done its work: a tool that cannot say so must not make it fail. */
function isLog({ definition: { logs = false } }: ReadyTool, args: unknown): boolean {
  try {
    return typeof logs === 'function' ? logs(args as never) : logs;
  } catch {
    return false;
  }
}
