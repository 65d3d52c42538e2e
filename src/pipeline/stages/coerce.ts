import { coerce as repair } from '../../tool/coerce.ts';
import type { Stage } from '../stage.ts';

/** What weak models send is repaired by schema, where one reading is left; what is valid stays as it is. */
export const coerce: Stage = {
  name: 'coerce',
  part: 'prepare',
  run(call) {
    const { value, repairs } = repair(call.ready.parameters, call.args);
    call.args = value;
    for (const { text } of repairs) call.notes.push(`Repaired: ${text}`);
    return undefined;
  },
};
