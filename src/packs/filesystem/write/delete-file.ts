import { z } from 'zod';
import { FILE, FOLDER, otherNames } from '../../../text/other-names.ts';
import { previewTitle } from '../../../text/previews.ts';
import { sayCount, sayNumber, withNotes } from '../../../text/say.ts';
import { define, type Info } from '../../../tool/define.ts';
import { deletes } from '../../../tool/effect.ts';
import { deletesEntry, entryPath, lookBelow, sayWhatIsAt } from './below.ts';

const parameters = z.object({
  path: z.string().min(1).describe('File or folder, relative to the workspace'),
  recursive: z.boolean().default(false).describe('Needed for a folder that is not empty'),
});

const returns = z.object({ deleted: z.array(z.string()) });

const SHOWN = 50;

export const deleteFile = define('delete_file', {
  description: 'Delete a file, or a folder with recursive. Can be taken back with undo_file or undo_turn.',
  parameters,
  returns,
  permissions: { required: ['write'] },
  effects: async ({ path }, ctx) => {
    const { inside, complete } = await lookBelow(path, ctx);
    return complete ? [path, ...inside.map(entry => entry.path)].map(deletesEntry) : [deletes(path)];
  },
  danger: ({ recursive }) => (recursive ? 'dangerous' : 'moderate'),
  approval: async ({ path }, ctx) => `deletes ${await sayWhatIsAt(path, ctx)}`,
  idempotent: false,
  staged: true,
  parameterNames: otherNames({ path: [...FILE, ...FOLDER] }),
  preview: previewTitle,
  execute: async ({ path, recursive }, ctx) => {
    const name = entryPath(path, ctx);
    const deleted = await ctx.files.delete(path, { recursive });
    const rest = deleted.length - SHOWN;
    const hidden = ctx.files.hidden;
    return {
      title: deleted.length > 1 ? `Deleted ${name} (${sayNumber(deleted.length)} paths)` : `Deleted ${name}`,
      output: withNotes([`Deleted ${sayCount(deleted.length, 'path')}:`, ...deleted.slice(0, SHOWN)].join('\n'), [
        rest > 0 && `${sayNumber(rest)} more.`,
        hidden > 0 && `With it went ${sayCount(hidden, 'entry', 'entries')} that the policy hides.`,
      ]),
      value: { deleted: [...deleted] },
      metadata: { path: name, deleted: deleted.length },
    };
  },
}) as Info;
