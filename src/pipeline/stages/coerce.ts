import { coerce as repair } from '../../tool/coerce.ts';
import type { Stage } from '../stage.ts';

/** What weak models send is repaired by schema, where one reading is left; what is valid stays as it is. */
export const coerce: Stage = {
  name: 'coerce',
  part: 'prepare',
  run(call) {
    const { parameters, definition } = call.ready;
    const names = [call.alias?.rename, definition.parameterNames].filter(each => each !== undefined);
    const { value, repairs } = repair(parameters, call.args, names);
    call.args = value;
    for (const { text } of repairs) call.notes.push(`Repaired: ${text}`);
    return undefined;
  },
};
