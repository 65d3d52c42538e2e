import type { CheckResult } from '../../tool/arguments/check/compile.ts';
import { checkNow, repairRefused } from '../../tool/arguments/coerce.ts';
import { refuseTooDeep } from '../../tool/arguments/parse-arguments.ts';
import { inTime } from '../../tool/in-time.ts';
import type { Coerced, Resolved } from '../call-states.ts';
import type { Stage } from '../stage-row.ts';

/** The most repairs that the model is told one by one: of a thousand numbers sent as texts a few will do. */
const MOST_TOLD = 20;

/** Repairs by schema what weak models send, where only one reading is left; valid arguments stay as they are. */
export const coerceStage: Stage<Resolved, Coerced> = {
  name: 'coerce',
  bounded: true,
  run: call => {
    refuseTooDeep(call.args);
    return call.tool.trust === 'untrusted' ? orNone(call) : repair(call);
  },
};

function repair(call: Resolved): Coerced {
  const { parameters, definition } = call.ready;
  const checked = checkNow(parameters, call.args);
  if (checked?.ok) return toCoerced(call, checked.value, checked);
  const names = [call.alias?.rename, definition.parameterNames].filter(each => each !== undefined);
  const { value, repairs } = repairRefused(parameters, call.args, { names, valid: checked?.ok });
  for (const { text } of repairs.slice(0, MOST_TOLD)) call.trail.note(`Repaired: ${text}`);
  const left = repairs.length - MOST_TOLD;
  if (left > 0) call.trail.note(`Repaired: ${left} more of the same kind`);
  return toCoerced(call, value, undefined);
}

const toCoerced = (call: Resolved, args: unknown, checked: CheckResult | undefined): Coerced =>
  ({ ...call, args, checked }) as Coerced;

/** Repairs nothing where a schema of others takes too long; `validate` has the last word. */
function orNone(call: Resolved): Coerced {
  try {
    return inTime(() => repair(call));
  } catch {
    return toCoerced(call, call.args, undefined);
  }
}
