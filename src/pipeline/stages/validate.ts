import { validate as check } from '../../tool/arguments/validate.ts';
import { ToolError } from '../../tool/error.ts';
import { inTime, LATE } from '../../tool/in-time.ts';
import { goOn } from '../../tool/maybe-promise.ts';
import type { Coerced, HandedOver, ValidArguments, Validated } from '../call-states.ts';
import { nameCall } from '../receive-call.ts';
import type { Stage } from '../stage-row.ts';

type CheckedArguments = Awaited<ReturnType<typeof check>>;

/** Validates: the schema has the last word on arguments. A tool that stands for another hands its call over here. */
export const validateStage: Stage<Coerced, Validated | HandedOver> = {
  name: 'validate',
  bounded: true,
  run: call => (call.checked?.ok ? accept(call, call.checked) : goOn(checkOf(call), checked => accept(call, checked))),
};

/** Checks arguments. A schema of others has only so much time: one that needs longer has not said yes. */
function checkOf(call: Coerced): ReturnType<typeof check> {
  const again = call.scope.session.failures(`${call.name}:INVALID_ARGUMENTS`) > 0;
  const checked = () => check(call.ready, call.args, { again });
  if (call.tool.trust !== 'untrusted') return checked();
  try {
    return inTime(checked);
  } catch (error) {
    if (error !== LATE) throw error;
    throw new ToolError('INVALID_ARGUMENTS', `The schema of ${call.name} takes too long to check these arguments`, {
      suggestion: 'Send fewer or shorter values, or use another tool.',
    });
  }
}

function accept(call: Coerced, checked: CheckedArguments): Validated | HandedOver {
  if (!checked.ok) throw checked.error;
  const args = checked.value as ValidArguments;
  const validated = (args === call.args ? call : { ...call, args }) as Validated;
  return call.ready.definition.delegates ? handOver(validated) : validated;
}

/** Hands a call over. Of the tool that stands for another only the name is taken along. */
function handOver(call: Validated): HandedOver {
  call.trail.reach(call);
  const inner = call.ready.definition.delegates?.(call.args as never);
  if (!inner || call.by !== undefined) throw new ToolError('INVALID_ARGUMENTS', `${call.name} cannot call itself`);
  return { name: nameCall(inner.name), args: inner.args, by: call.name };
}
