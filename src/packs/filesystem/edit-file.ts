import { z } from 'zod';
import { define, type Info } from '../../tool/define.ts';
import { reads, writes } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { FILE, otherNames } from '../text/other-names.ts';
import { sayCount, withNotes } from '../text/say.ts';
import { applyEdits } from './provisional-edit.ts';

const OLD = ['old_string', 'oldText', 'old_str', 'oldString', 'search', 'find', 'old'];
const NEW = ['new_string', 'newText', 'new_str', 'newString', 'replace', 'replacement', 'new'];

const oldText = z.string().describe('Text that is there now, exactly, enough of it to be found in one place');
const newText = z.string().describe('Text to put in its place');
const replaceAll = z.boolean().optional().describe('Replace every place');

const parameters = z
  .object({
    path: z.string().min(1).describe('Path relative to the workspace'),
    old_text: oldText.optional(),
    new_text: newText.optional(),
    replace_all: replaceAll,
    edits: z
      .array(z.object({ old_text: oldText, new_text: newText, replace_all: replaceAll }))
      .min(1)
      .optional()
      .describe('Several edits of the file, all or none: [{"old_text":"a","new_text":"b"}]'),
  })
  .refine(
    ({ edits, old_text, new_text }) => (edits === undefined) !== (old_text === undefined && new_text === undefined),
    {
      message: 'Give either old_text and new_text, or edits',
      path: ['old_text'],
    },
  )
  .refine(
    ({ edits, old_text, new_text }) => edits !== undefined || (old_text !== undefined && new_text !== undefined),
    {
      message: 'old_text and new_text belong together',
      path: ['new_text'],
    },
  );

type Args = z.output<typeof parameters>;

const editsOf = ({ edits, old_text = '', new_text = '', replace_all }: Args) =>
  edits ?? [{ old_text, new_text, replace_all }];

/** Replaces text in a file. Exact first; otherwise only repairs that leave one reading, and they are reported. */
export const editFile = define('edit_file', {
  description: 'Replace text in a file: old_text, which must fit in one place, by new_text; or several edits at once.',
  parameters,
  returns: z.object({ path: z.string(), edits: z.number(), replacements: z.number(), created: z.boolean() }),
  permissions: { required: ['read', 'write'] },
  effects: ({ path }) => [reads(path), writes(path)],
  danger: 'moderate',
  staged: true,
  parameterNames: otherNames({
    path: FILE,
    old_text: OLD,
    new_text: NEW,
    replace_all: ['replaceAll', 'all', 'global'],
    edits: ['changes', 'replacements'],
  }),
  aliases: [{ name: 'edit', rename: { file_path: 'path', old_string: 'old_text', new_string: 'new_text' } }],
  execute: async (args, ctx) => {
    const edits = editsOf(args);
    const name = ctx.files.resolve(args.path).relative;
    if (edits.length === 1 && edits[0]?.old_text === '' && !(await ctx.files.stat(args.path))) {
      await ctx.files.write(args.path, new TextEncoder().encode(edits[0].new_text), { mustNotExist: true });
      return {
        title: `Created ${name}`,
        output: `Created ${name}.`,
        value: { path: name, edits: 1, replacements: 1, created: true },
        metadata: { path: name },
      };
    }
    let applied: ReturnType<typeof applyEdits> | undefined;
    await ctx.files.edit(args.path, content => {
      applied = applyEdits(content, edits, { path: name });
      return applied.bytes;
    });
    if (!applied) throw new ToolError('EXECUTION_ERROR', `${name} could not be edited`);
    const how = applied.statuses.filter(status => status.how !== 'exact').map(status => `Matched ${status.how}.`);
    const replacements = applied.statuses.reduce((sum, status) => sum + status.places, 0);
    return {
      title: `Edited ${name}`,
      output: withNotes(`Edited ${name} (${sayCount(replacements, 'place')}).\n${applied.excerpt}`, [
        ...how,
        ...applied.warnings,
      ]),
      value: { path: name, edits: edits.length, replacements, created: false },
      metadata: { path: name, statuses: applied.statuses },
    };
  },
}) as Info;
