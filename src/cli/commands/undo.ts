import { ConfigError } from '../../config/config-error.ts';
import type { CallRequest } from '../../pipeline/call.ts';
import type { CommonOptions } from '../options.ts';
import { printOutcome } from '../output/outcome-line.ts';
import { withGate } from '../session.ts';

type UndoOptions = CommonOptions & { readonly turn?: number; readonly force?: boolean };

export async function undoByCommand(path: string | undefined, options: UndoOptions): Promise<number> {
  if (path !== undefined && options.turn !== undefined)
    throw new ConfigError('A path and --turn cannot go together', 'Take back either a file or a turn.');
  const force = options.force ? { force: true } : {};
  const turn = options.turn === undefined ? {} : { turn: options.turn };
  if (path !== undefined) return run({ name: 'undo_file', args: { path, ...force } }, options);
  return run({ name: 'undo_turn', args: { ...turn, ...force } }, options);
}

export const redoByCommand = (options: CommonOptions): Promise<number> => run({ name: 'redo', args: {} }, options);

function run(call: CallRequest, options: CommonOptions): Promise<number> {
  // Who types the command has said yes to the undo, whatever the policy asks about; to force is asked all the same.
  const isOwnWord = call.name !== 'redo' && (call.args as { force?: boolean }).force !== true;
  return withGate(options, async ({ gate, terminal, abort }) => {
    const outcome = await gate.execute(call, { abort, approver: () => (isOwnWord ? 'allow_once' : undefined) });
    const exit = printOutcome(terminal, outcome, options);
    if (!outcome.ok && !options.json) terminal.note('What was changed, and what of it is undone: toolgate changes');
    return exit;
  });
}
