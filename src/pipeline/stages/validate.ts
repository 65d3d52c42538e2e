import { validate as check } from '../../tool/arguments/validate.ts';
import { ToolError } from '../../tool/error.ts';
import { inTime, LATE } from '../../tool/in-time.ts';
import { type Call, nameCall } from '../call.ts';
import type { Stage, StageResult } from '../stage.ts';

type ValidatedArguments = Awaited<ReturnType<typeof check>>;

/** The schema has the last word on the arguments. A tool that stands for another hands its call over here. */
export const validateStage: Stage = {
  name: 'validate',
  part: 'prepare',
  run(call) {
    const again = call.scope.session.failures(`${call.name}:INVALID_ARGUMENTS`) > 0;
    const checked = checkOf(call, again);
    return checked instanceof Promise ? checked.then(result => accept(call, result)) : accept(call, checked);
  },
};

/** Schemas of others have so much time and no more: one that needs longer has not said yes. */
function checkOf(call: Call, again: boolean): ReturnType<typeof check> {
  const checked = () => check(call.ready, call.args, { again });
  if (call.tool?.trust !== 'untrusted') return checked();
  try {
    return inTime(checked);
  } catch (error) {
    if (error !== LATE) throw error;
    throw new ToolError('INVALID_ARGUMENTS', `The schema of ${call.name} takes too long to check these arguments`, {
      suggestion: 'Send fewer or shorter values, or use another tool.',
    });
  }
}

function accept(call: Call, checked: ValidatedArguments): StageResult {
  if (!checked.ok) throw checked.error;
  call.args = checked.value;
  return call.ready.definition.delegates ? handOver(call) : undefined;
}

function handOver(call: Call): StageResult {
  const inner = call.ready.definition.delegates?.(call.args as never);
  if (!inner || call.by !== undefined) throw new ToolError('INVALID_ARGUMENTS', `${call.name} cannot call itself`);
  call.by = call.name;
  call.name = nameCall(inner.name);
  call.args = inner.args;
  call.given = inner.args;
  return 'resolve';
}
