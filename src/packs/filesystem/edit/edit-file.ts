import { z } from 'zod';
import { countLines } from '../../../text/lines.ts';
import { FILE, otherNames } from '../../../text/other-names.ts';
import { previewTitle } from '../../../text/previews.ts';
import { sayCount, withNotes } from '../../../text/say.ts';
import type { Context } from '../../../tool/context.ts';
import { define, type Info } from '../../../tool/define.ts';
import { reads, writes } from '../../../tool/effect.ts';
import { ToolError } from '../../../tool/error.ts';
import { applyEdits, type EditStatus } from '../place-text/apply-edits.ts';

const oldText = z.string().describe('Text as it stands in the file, enough of it to be found in one place');
const newText = z.string().describe('Text to put there');
const replaceAll = z.boolean().optional().describe('Replace every place');

const edit = z.object({ old_text: oldText, new_text: newText, replace_all: replaceAll });

const parameters = z
  .object({
    path: z.string().min(1).describe('Path relative to the workspace'),
    old_text: oldText.optional(),
    new_text: newText.optional(),
    replace_all: replaceAll,
    edits: z
      .array(edit)
      .optional()
      .describe('Several edits of the file as it is now, all or none: [{"old_text": "a", "new_text": "b"}]'),
  })
  .refine(args => args.edits?.length || args.old_text !== undefined, {
    message: 'Give old_text and new_text, or edits',
    path: ['old_text'],
  })
  .refine(args => args.old_text === undefined || args.new_text !== undefined, {
    message: 'new_text is missing',
    path: ['new_text'],
  })
  .refine(args => !args.edits?.length || !args.old_text, {
    message: 'Give either old_text and new_text, or edits, not both',
    path: ['edits'],
  });

function editsOf({ edits, old_text = '', new_text = '', replace_all = false }: z.output<typeof parameters>) {
  if (!edits?.length) return [{ old_text, new_text, replace_all }];
  return edits.map(each => ({ ...each, replace_all: each.replace_all ?? replace_all }));
}

const returns = z.object({ path: z.string(), edits: z.number(), replacements: z.number(), created: z.boolean() });

/** Replaces text in a file: by an exact match, else only by repairs that leave one reading, which are reported. */
export const editFile = define('edit_file', {
  description: 'Replace old_text, which must fit in one place of a file, by new_text; or make several edits at once.',
  parameters,
  returns,
  permissions: { required: ['read', 'write'] },
  effects: ({ path }) => [reads(path), writes(path)],
  danger: 'moderate',
  approval: false,
  idempotent: false,
  staged: true,
  parameterNames: otherNames({
    path: FILE,
    old_text: ['old_string', 'old_str', 'old_content', 'old', 'search', 'find', 'search_text'],
    new_text: ['new_string', 'new_str', 'new_content', 'new', 'replace', 'replacement', 'replace_text'],
    replace_all: ['all', 'global', 'replace_all_occurrences'],
    edits: ['changes', 'replacements'],
  }),
  aliases: [{ name: 'edit', rename: { file_path: 'path', old_string: 'old_text', new_string: 'new_text' } }],
  preview: previewTitle,
  execute: async (args, ctx) => {
    const edits = editsOf(args);
    const name = ctx.files.resolve(args.path).relative;
    const [only] = edits;
    if (edits.length === 1 && only?.old_text === '' && (await isEmpty(args.path, ctx))) {
      return fill(args.path, { name, content: only.new_text }, ctx);
    }
    let read: Uint8Array | undefined;
    let applied: ReturnType<typeof applyEdits> | undefined;
    await ctx.files.edit(args.path, content => {
      const made = applyEdits(content, edits, { path: name, ...(read ? { changedSinceRead: read } : {}) });
      read ??= content;
      applied ??= made;
      return made.bytes;
    });
    const { statuses, excerpt, warnings } = applied!;
    const replacements = statuses.reduce((sum, status) => sum + (status.replacements ?? 0), 0);
    const counted = `Edited ${name} (${sayCount(replacements, 'place')})`;
    return {
      title: replacements > 1 ? counted : `Edited ${name}`,
      output: withNotes(`${counted}.${excerpt === '' ? '' : `\n${excerpt}`}`, [
        ...statuses.map(status => sayRepair(status, edits.length)),
        ...warnings,
      ]),
      value: { path: name, edits: edits.length, replacements, created: false },
      metadata: { path: name, statuses },
    };
  },
}) as Info;

const sayRepair = ({ edit, matched }: EditStatus, edits: number): string | false =>
  matched !== 'exact' &&
  `${edits === 1 ? 'The text' : `Edit ${edit}`} did not match exactly; it was read so: ${matched}.`;

/** Whether a path has no file, or one without content: the place for a text that replaces nothing. */
async function isEmpty(path: string, ctx: Context): Promise<boolean> {
  const { kind, size } = (await ctx.files.stat(path)) ?? { kind: 'file', size: 0 };
  return kind === 'file' && size === 0;
}

async function fill(path: string, { name, content }: { name: string; content: string }, ctx: Context) {
  const created = (await ctx.files.stat(path)) === undefined;
  const bytes = Buffer.from(content);
  if (created) await ctx.files.write(path, bytes, { mustNotExist: true }).catch(withoutCreateDirs);
  else await ctx.files.edit(path, now => (now.length === 0 ? bytes : refuseFilled(name)));
  return {
    title: `${created ? 'Created' : 'Filled'} ${name}`,
    output: `${created ? 'Created' : 'Filled the empty file'} ${name} (${sayCount(countLines(content), 'line')}).`,
    value: { path: name, edits: 1, replacements: 1, created },
    metadata: { path: name },
  };
}

/** Rethrows the error of a missing folder, which speaks of a parameter that this tool has not. */
function withoutCreateDirs(error: unknown): never {
  if (!(error instanceof ToolError) || error.code !== 'FILE_NOT_FOUND') throw error;
  const suggestion = 'Create the file with write_file and createDirs: true.';
  throw new ToolError('FILE_NOT_FOUND', error.message, { suggestion, details: error.details, cause: error });
}

function refuseFilled(name: string): never {
  throw new ToolError('EDIT_NOT_FOUND', `${name} is no longer empty, and an empty old_text stands for no place in it.`);
}
