import { z } from 'zod';
import type { CallContext } from '../../tool/context.ts';
import { type Effect, reads, writes } from '../../tool/effect.ts';
import type { Taken, TakenFile, UndoAction } from '../../tool/history.ts';
import { sayCount, sayList } from '../text/say.ts';

/** What undo_file, undo_turn and redo have in common. */
export const takenValue = z.object({
  files: z.array(
    z.object({ path: z.string(), how: z.enum(['whole', 'hunks', 'forced', 'deleted', 'created']), diff: z.string() }),
  ),
  sets: z.array(z.string()).describe('Ids of the change sets'),
});

export const force = z
  .boolean()
  .default(false)
  .describe('Also replace what was written since in the same places; asks first');

/** Every path that would be written, and read, for the answer shows the diff. Throws when there is nothing to do. */
export async function affectedEffects(action: UndoAction, ctx: CallContext): Promise<readonly Effect[]> {
  const paths = await ctx.history.affected(action);
  return paths.flatMap(path => [reads(path), { ...writes(path), tree: true }]);
}

/** Forcing asks, and says whose text is at stake. */
export async function forceReason(action: UndoAction, ctx: CallContext): Promise<string> {
  const paths = await ctx.history.affected(action);
  return `force: replaces what was written since in the same places of ${sayList(paths)}`;
}

const HOW: Record<TakenFile['how'], string> = {
  whole: 'as it was before',
  hunks: 'only the lines of that change; what was changed elsewhere since stays',
  forced: 'what was written since in the same places was replaced; it is kept and can be brought back with redo',
  deleted: 'deleted, for it did not exist before',
  created: 'created again',
};

export function takenResult(taken: Taken, verb: string) {
  const { files, sets } = taken;
  const paths = files.map(file => file.path);
  return {
    title: `${verb} ${sayList(paths, 3)}`,
    output: [
      `${verb} ${sayCount(sets.length, 'change set')} in ${sayCount(files.length, 'file')}:`,
      ...files.map(file => `${file.path}: ${HOW[file.how]}${file.diff === '' ? '' : `\n${file.diff.trimEnd()}`}`),
    ].join('\n'),
    value: { files: files.map(({ path, how, diff }) => ({ path, how, diff })), sets: [...sets] },
    metadata: { paths, sets: [...sets] },
  };
}
