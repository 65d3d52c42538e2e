import type { CallContext } from '../context.ts';
import type { Definition } from '../define.ts';
import type { Effects } from '../effect.ts';
import type { MaybePromise } from '../maybe-promise.ts';

/** Statements of plain objects and classes on what they touch, beside what their shape is known for. */
export interface Declarations {
  // A method, so that the arguments can be given their own types.
  effects?(args: Args, ctx: CallContext): MaybePromise<Effects>;
  readonly danger?: Definition['danger'];
  readonly permissions?: Definition['permissions'];
  readonly untrusted?: Definition['untrusted'];
  readonly private?: Definition['private'];
  readonly targets?: Definition['targets'];
}

type Args = Record<string, unknown>;

/** The declarations as a definition takes them; the functions keep the object that they belong to. */
export function declarationsOf(tool: Declarations): Pick<Definition, keyof Declarations> {
  const { effects, danger, permissions, untrusted, private: held, targets } = tool;
  return {
    ...(effects ? { effects: (args, ctx) => effects.call(tool, args as Args, ctx) } : {}),
    ...(danger === undefined ? {} : { danger: typeof danger === 'function' ? danger.bind(tool) : danger }),
    ...(permissions ? { permissions } : {}),
    ...(untrusted === undefined ? {} : { untrusted }),
    ...(held === undefined ? {} : { private: held }),
    ...(targets ? { targets } : {}),
  };
}

/**
 * The danger of a tool whose author only states whether a person is to be asked, and so has thought of what it does:
 * the tool may change files, and a person is asked by that word alone.
 */
export const vouchedBy = (...said: readonly Declarations[]): Pick<Definition, 'danger'> =>
  said.some(({ effects, danger, permissions }) => effects || danger !== undefined || permissions)
    ? {}
    : { danger: 'moderate' };
