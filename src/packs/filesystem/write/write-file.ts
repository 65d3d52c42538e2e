import { z } from 'zod';
import { countLines } from '../../../text/lines.ts';
import { FILE, otherNames } from '../../../text/other-names.ts';
import { previewTitle } from '../../../text/previews.ts';
import { sayCount, saySize, withNotes } from '../../../text/say.ts';
import { define, type Info } from '../../../tool/define.ts';
import { writes } from '../../../tool/effect.ts';
import { ToolError } from '../../../tool/error.ts';
import { findPlaceholder } from '../place-text/undecorate/placeholders.ts';
import { notPlainFile } from '../read/source.ts';
import { writesWithFolders } from './below.ts';
import { leaveUnasked, lookAt, refuseUnasked, sayExtent } from './existing.ts';
import { planWrite } from './plan-write.ts';

const parameters = z.object({
  path: z.string().min(1).describe('Path relative to the workspace'),
  content: z.string().describe('The whole content; nothing of an existing file stays'),
  encoding: z.enum(['utf-8', 'base64']).optional().describe('base64: content holds bytes'),
  createDirs: z.boolean().default(false).describe('Create missing parent folders'),
});

const returns = z.object({ path: z.string(), size: z.number(), created: z.boolean(), changed: z.boolean() });

const WRITE_ELSEWHERE = 'Nothing was changed. Give the path of a file, new or existing.';

export const writeFile = define('write_file', {
  description:
    'Create a file or overwrite it as a whole; to change a part use edit_file. Missing folders need createDirs.',
  parameters,
  returns,
  permissions: { required: ['write'] },
  effects: ({ path, createDirs }, ctx) => (createDirs ? writesWithFolders(path, ctx) : [writes(path)]),
  danger: 'moderate',
  approval: async ({ path, content, encoding }, ctx) => {
    const existing = await lookAt(path, ctx);
    if (!existing) return leaveUnasked(path, ctx);
    if (existing.stat.kind === 'file' && planWrite({ content, encoding, existing }).same)
      return leaveUnasked(path, ctx);
    return `overwrites an existing file (${sayExtent(existing)})`;
  },
  idempotent: true,
  staged: true,
  parameterNames: otherNames({
    path: FILE,
    content: ['contents', 'text', 'file_text', 'file_content', 'data', 'body'],
    createDirs: ['create_directories', 'create_parents', 'mkdirs', 'make_dirs', 'parents'],
  }),
  aliases: [{ name: 'write', rename: { file_path: 'path' } }],
  preview: previewTitle,
  execute: async ({ path, content, encoding, createDirs }, ctx) => {
    const existing = await lookAt(path, ctx);
    if (existing && existing.stat.kind !== 'file') throw notPlainFile(path, existing.stat.kind, WRITE_ELSEWHERE);
    const planned = planWrite({ content, encoding, existing });
    if (existing?.text) refusePlaceholder(path, existing.text.text, content);
    const size = planned.bytes.length;
    const name = ctx.files.resolve(path).relative;
    if (planned.same) {
      return {
        title: `${name} already holds this`,
        output: `${name} already holds exactly this content (${saySize(size)}); nothing was changed.`,
        value: { path: name, size, created: false, changed: false },
        metadata: { path: name, bytes: size },
      };
    }
    if (existing) refuseUnasked(path, ctx);
    await ctx.files.write(path, planned.bytes, existing ? { createDirs } : { createDirs, mustNotExist: true });
    const verb = existing ? 'Overwrote' : 'Created';
    const lines = encoding === 'base64' ? saySize(size) : `${sayCount(countLines(content), 'line')}, ${saySize(size)}`;
    return {
      title: `${verb} ${name}`,
      output: withNotes(`${verb} ${name} (${lines}${existing ? `; before ${sayExtent(existing)}` : ''}).`, [
        planned.encoding && `Written as ${planned.encoding}, as the file was.`,
        planned.crlfLost &&
          'The file had CRLF line endings throughout; the new content has LF, and was written as given.',
      ]),
      value: { path: name, size, created: !existing, changed: true },
      metadata: { path: name, bytes: size },
    };
  },
}) as Info;

/** Refuses to overwrite a text with one in which a line stands for a part that was left out. */
function refusePlaceholder(path: string, before: string, content: string): void {
  const found = findPlaceholder(before.split('\n'), content.split('\n'), path);
  if (!found) return;
  const stands = `Line ${found.line} of content, ${JSON.stringify(found.text)}, stands for text that was left out`;
  const message = `${stands}; writing it would lose that part of ${path}. Nothing was changed.`;
  const suggestion = 'Give the whole content, or change the part with edit_file.';
  throw new ToolError('INVALID_ARGUMENTS', message, { suggestion, details: found });
}
