import { z } from 'zod';
import { FILE, otherNames } from '../../text/other-names.ts';
import { previewHead } from '../../text/previews.ts';
import { sayCount, sayList } from '../../text/say.ts';
import type { CallContext } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { deletes, type Effect, writes, writesTree } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { commonFolders } from '../../tool/folders/common-folders.ts';
import type { RecordedSet, UndoAction, UndoneFile, UndoReport } from '../../tool/history.ts';

const takenValue = z.object({
  files: z.array(
    z.object({ path: z.string(), how: z.enum(['whole', 'hunks', 'forced', 'deleted', 'created']), diff: z.string() }),
  ),
  sets: z.array(z.string()).describe('Ids of the change sets'),
  notKept: z.array(z.string()).describe('Files that did not come back: they were too large to be kept'),
});

/** The parts that undo_file, undo_turn and redo have in common. */
const TAKES_BACK = {
  returns: takenValue,
  permissions: { required: ['write'] },
  danger: 'moderate',
  idempotent: false,
  staged: true,
  preview: previewHead,
} as const;

const force = z.boolean().default(false).describe('Also replace what was written since in the same places; asks first');

/** The most paths that are named one by one: beyond, the folders that they lie in stand for them. */
const MOST = 5_000;
const MOST_FOLDERS = 50;

/** Every path that would be written, or deleted because the change had created it. Throws when there are none. */
async function affectedEffects(action: UndoAction, ctx: CallContext): Promise<readonly Effect[]> {
  const paths = await ctx.history.affected(action);
  const folders = paths.length > MOST ? commonFolders(paths, MOST_FOLDERS) : undefined;
  if (folders) return folders.map(path => ({ ...writesTree(path), entry: true, recorded: true }));
  const created = await createdPaths(action, ctx);
  return paths.flatMap(path => [
    { ...writes(path), entry: true, recorded: true },
    ...(created.has(path) ? [{ ...deletes(path), tree: false, recorded: true }] : []),
  ]);
}

const CREATES: ReadonlySet<string> = new Set(['create', 'mkdir', 'symlink']);
const LOOK_BACK = 200;

/** Paths that the changes had created, so that taking the changes back deletes them. */
async function createdPaths(action: UndoAction, { history, sessionID, files }: CallContext) {
  if (action.kind === 'set') return createdIn(await history.list({ id: action.id }));
  const path = action.kind === 'file' ? files.resolve(action.path).relative : undefined;
  const turn = action.kind === 'turn' ? action.turn : undefined;
  const of = action.kind === 'turn' && turn !== undefined ? (action.sessionID ?? sessionID) : undefined;
  const sets = await history.list({ path, turn, sessionID: of, limit: LOOK_BACK });
  const undoing = action.kind === 'redo';
  const inForce = ({ status, undoes, changes }: RecordedSet) =>
    status === 'committed' && (undoes !== undefined) === undoing && changes.some(change => !change.undone);
  const last = sets.find(inForce);
  return createdIn(action.kind === 'turn' ? sets.filter(set => inForce(set) && isSameTurn(set, last!)) : [last]);
}

function createdIn(sets: readonly (RecordedSet | undefined)[]): ReadonlySet<string> {
  const changes = sets.flatMap(set => set?.changes ?? []).filter(change => !change.undone);
  return new Set(changes.filter(change => CREATES.has(change.operation)).map(change => change.path));
}

const isSameTurn = (a: RecordedSet, b: RecordedSet): boolean => a.sessionID === b.sessionID && a.turn === b.turn;

/** The reason to ask before an undo is forced, which says whose text is at stake. */
async function forceReason(action: UndoAction, ctx: CallContext): Promise<string> {
  const paths = await ctx.history.affected(action);
  return `is forced: it replaces what was written since in the same places of ${sayList(paths)}`;
}

const HOW: Record<UndoneFile['how'], string> = {
  whole: 'as it was before',
  hunks: 'only the lines of that change; what was changed elsewhere since stays',
  forced: 'what was written since in the same places was replaced; it is kept and can be brought back',
  deleted: 'deleted, for it did not exist before',
  created: 'created again',
};
const AGAIN: Record<UndoneFile['how'], string> = {
  ...HOW,
  whole: 'as it was before the undo',
  deleted: 'deleted again',
};

/** The most paths, and lines of diffs, in the answer; `value` has them all. */
const PATHS = 50;
const DIFF_LINES = 60;

/** The result for people and the model: what came back, how, and the diff. */
function takenResult({ files, sets, notKept }: UndoReport, verb: 'Took back' | 'Brought back') {
  const paths = files.map(file => file.path);
  const how = verb === 'Took back' ? HOW : AGAIN;
  const room = { lines: DIFF_LINES };
  return {
    title: `${verb} ${sayCount(sets.length, 'change set')}: ${sayList(paths, 3)}`,
    output: [
      `${verb} ${sayCount(sets.length, 'change set')} in ${sayCount(files.length, 'path')}:`,
      ...files.slice(0, PATHS).flatMap(file => [`${file.path}: ${how[file.how]}`, ...shownDiff(file, room)]),
      ...(files.length > PATHS ? [`[${sayCount(files.length - PATHS, 'more path')}.]`] : []),
      ...(notKept.length > 0 ? [`[Not brought back, for it was too large to be kept: ${sayList(notKept)}.]`] : []),
    ].join('\n'),
    value: { files: files.map(({ path, how, diff }) => ({ path, how, diff })), sets: [...sets], notKept: [...notKept] },
    metadata: { paths, sets: [...sets] },
  };
}

/** The lines of a diff that there is room for. The answer already says that a file or folder is there or gone. */
function shownDiff({ how, diff }: UndoneFile, room: { lines: number }): readonly string[] {
  if (diff === '' || how === 'created' || how === 'deleted') return [];
  const lines = diff.trimEnd().split('\n');
  const shown = lines.slice(0, room.lines);
  room.lines -= shown.length;
  const rest = lines.length - shown.length;
  return rest > 0 ? [...shown, `[${sayCount(rest, 'more line')} of diff]`] : shown;
}

export const undoTurnTool = define('undo_turn', {
  ...TAKES_BACK,
  description: 'Take back all file changes of a turn, by default the last turn that changed something.',
  parameters: z.object({
    turn: z.number().int().min(0).optional().describe('Number of a turn of this session; see list_changes'),
    session: z.string().min(1).optional().describe('Id of the session that the turn is of, where it is another one'),
    set: z.string().min(1).optional().describe('Id of one change set, instead of a turn'),
    force,
  }),
  effects: (args, ctx) => affectedEffects(actionOf(args), ctx),
  approval: (args, ctx) => args.force && forceReason(actionOf(args), ctx),
  takesBack: true,
  parameterNames: otherNames({ turn: ['turn_number', 'turn_id'] }),
  execute: async (args, { history }) => {
    const action = actionOf(args);
    const { force } = args;
    const taken =
      action.kind === 'set'
        ? await history.undoSet(action.id, { force })
        : await history.undoTurn(action.turn, { force, sessionID: action.sessionID });
    return takenResult(taken, 'Took back');
  },
}) as Info;

type TurnChoice = Readonly<{ turn?: number | undefined; session?: string | undefined; set?: string | undefined }>;

function actionOf({ turn, session, set }: TurnChoice): Extract<UndoAction, { kind: 'turn' | 'set' }> {
  if (set !== undefined && (turn !== undefined || session !== undefined))
    throw new ToolError('INVALID_ARGUMENTS', 'undo_turn takes either a set or a turn', {
      suggestion: 'Leave out turn and session to take back the one set.',
    });
  if (session !== undefined && turn === undefined)
    throw new ToolError('INVALID_ARGUMENTS', 'undo_turn needs the turn of that session', {
      suggestion: 'list_changes shows turns; or leave out session to take back the last turn.',
    });
  if (set !== undefined) return { kind: 'set', id: set };
  return { kind: 'turn', turn, sessionID: session };
}

export const undoFileTool = define('undo_file', {
  ...TAKES_BACK,
  description:
    'Take back the last recorded change of a file, keeping what others changed since; again goes further back.',
  parameters: z.object({ path: z.string().min(1).describe('Path relative to the workspace'), force }),
  effects: ({ path }, ctx) => affectedEffects({ kind: 'file', path }, ctx),
  approval: ({ path, force }, ctx) => force && forceReason({ kind: 'file', path }, ctx),
  takesBack: true,
  parameterNames: otherNames({ path: FILE }),
  execute: async ({ path, force }, ctx) => takenResult(await ctx.history.undoFile(path, { force }), 'Took back'),
}) as Info;

export const redoTool = define('redo', {
  ...TAKES_BACK,
  description: 'Bring back what the last undo took back.',
  parameters: z.object({ force }),
  effects: (_, ctx) => affectedEffects({ kind: 'redo' }, ctx),
  approval: ({ force }, ctx) => force && forceReason({ kind: 'redo' }, ctx),
  execute: async ({ force }, ctx) => takenResult(await ctx.history.redo({ force }), 'Brought back'),
}) as Info;
