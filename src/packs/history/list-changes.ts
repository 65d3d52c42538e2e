import { z } from 'zod';
import { FILE, otherNames } from '../../text/other-names.ts';
import { previewHead } from '../../text/previews.ts';
import { sayCount, withNotes } from '../../text/say.ts';
import { define, type Info } from '../../tool/define.ts';
import { reads, readsTree } from '../../tool/effect.ts';
import type { RecordedChange, RecordedSet } from '../../tool/history.ts';

const parameters = z.object({
  path: z.string().min(1).optional().describe('Only changes of this file'),
  turn: z.number().int().min(0).optional().describe('Only this turn of this session'),
  limit: z.number().int().min(1).max(200).default(20).describe('Change sets at most'),
  diffs: z.boolean().default(false).describe('With a unified diff for each file'),
  before: z.string().min(1).optional().describe('Only sets older than the one with this id, to page on'),
});

const returns = z.object({
  changes: z.array(
    z.object({
      id: z.string(),
      turn: z.number(),
      agent: z.string(),
      title: z.string(),
      at: z.string(),
      status: z.string(),
      undone: z.boolean(),
      undoes: z.string().optional(),
      files: z.array(
        z.object({
          path: z.string(),
          operation: z.string(),
          movedFrom: z.string().optional(),
          added: z.number(),
          removed: z.number(),
          undone: z.boolean(),
          diff: z.string().optional(),
        }),
      ),
    }),
  ),
});

/** The most paths of one set in the answer; `value` has them all. */
const CHANGES = 50;

export const listChangesTool = define('list_changes', {
  description: 'List recorded file changes, newest first, with their turns, and diffs on request.',
  parameters,
  returns,
  permissions: { required: ['read'] },
  effects: ({ path }) => [path === undefined ? readsTree('.') : reads(path)],
  danger: 'safe',
  idempotent: true,
  parameterNames: otherNames({
    path: FILE,
    turn: ['turn_number'],
    limit: ['max_results'],
    diffs: ['diff', 'show_diff', 'show_diffs'],
  }),
  preview: previewHead,
  execute: async ({ path, turn, limit, diffs, before }, ctx) => {
    const found = await ctx.history.list({
      path,
      turn,
      before,
      diffs,
      sessionID: turn === undefined ? undefined : ctx.sessionID,
      limit: limit + 1,
    });
    const sets = found.slice(0, limit);
    return {
      title: sayCount(sets.length, 'change set'),
      output: withNotes(sets.map(saySet).join('\n'), [
        sets.length === 0 &&
          `No change is recorded${path === undefined ? '' : ` of ${path}`}${turn === undefined ? '' : ` in turn ${turn}`}.`,
        found.length > limit && `There are older ones: before=${JSON.stringify(sets.at(-1)!.id)}.`,
      ]),
      value: { changes: sets.map(describeSet) },
      metadata: { changes: sets.length },
    };
  },
}) as Info;

function saySet(set: RecordedSet): string {
  const state = set.undone ? ', taken back' : set.status === 'committed' ? '' : `, ${set.status}`;
  const head = `${new Date(set.at).toISOString()} turn ${set.turn} ${set.agent}: ${set.title} (${set.id}${state})`;
  const rest = set.changes.length - CHANGES;
  const more = rest > 0 ? [`  and ${sayCount(rest, 'more path')}`] : [];
  return [head, ...set.changes.slice(0, CHANGES).map(sayChange), ...more].join('\n');
}

function sayChange({ path, operation, movedFrom, added, removed, undone, diff }: RecordedChange): string {
  const from = movedFrom === undefined ? '' : ` from ${movedFrom}`;
  const line = `  ${operation} ${path}${from} +${added} -${removed}${undone ? ' (taken back)' : ''}`;
  return diff ? `${line}\n${diff.trimEnd()}` : line;
}

function describeSet({ id, turn, agent, title, at, status, undone, undoes, changes }: RecordedSet) {
  return { id, turn, agent, title, at: new Date(at).toISOString(), status, undone, undoes, files: [...changes] };
}
