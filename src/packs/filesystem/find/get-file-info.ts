import { z } from 'zod';
import { kindOfBytes } from '../../../text/kind-of-bytes.ts';
import { countLines } from '../../../text/lines.ts';
import { FILE, FOLDER, otherNames } from '../../../text/other-names.ts';
import { previewHead } from '../../../text/previews.ts';
import { sayCount, sayHidden, sayNumber, saySize, withNotes } from '../../../text/say.ts';
import { estimateTokens } from '../../../text/tokens.ts';
import { define, type Info } from '../../../tool/define.ts';
import { reads } from '../../../tool/effect.ts';
import { showName } from '../../../tool/text/unseen.ts';
import { sayMissing } from '../missing.ts';
import { encodingName } from '../read/text-of.ts';
import { type ExistingEntry, lookAt } from '../write/existing.ts';
import { mediaTypeOf } from './media-type.ts';

const parameters = z.object({ path: z.string().min(1).describe('File or folder relative to the workspace') });

const returns = z.object({
  path: z.string(),
  kind: z.enum(['file', 'directory', 'symlink', 'fifo', 'socket', 'device']),
  size: z.number(),
  modified: z.string(),
  created: z.string(),
  mode: z.string().describe('Octal permission bits'),
  lines: z.number().optional(),
  encoding: z.string().optional(),
  mime: z.string().optional(),
  tokens: z.number().optional().describe('Estimate'),
  entries: z.number().optional().describe('Of a folder'),
  via: z.array(z.string()).optional().describe('Symbolic links on the way'),
});

type FileInfo = z.infer<typeof returns>;

export const getFileInfo = define('get_file_info', {
  description: 'Facts about a file or folder: kind, size, times, mode, lines, encoding, media type, estimated tokens.',
  parameters,
  returns,
  permissions: { required: ['read'] },
  effects: ({ path }) => [{ ...reads(path), about: true }],
  danger: 'safe',
  approval: false,
  idempotent: true,
  parameterNames: otherNames({ path: [...FILE, ...FOLDER] }),
  preview: previewHead,
  execute: async ({ path }, ctx) => {
    const existing = await lookAt(path, ctx);
    if (!existing) throw await sayMissing(path, ctx);
    const { stat } = existing;
    const { relative, via } = ctx.files.resolve(path);
    const value: FileInfo = {
      path: relative,
      kind: stat.kind,
      size: stat.size,
      modified: new Date(stat.modified).toISOString(),
      created: new Date(stat.created).toISOString(),
      mode: (stat.mode & 0o7777).toString(8).padStart(4, '0'),
      ...contentFacts(relative, existing),
      ...(stat.kind === 'directory' ? { entries: (await ctx.files.list(path)).length } : {}),
      ...(via.length > 0 ? { via: [...via] } : {}),
    };
    return {
      title: `${relative}: ${sayKind(value)}`,
      output: withNotes(Object.entries(value).map(sayFact).map(showName).join('\n'), [sayHidden(ctx.files.hidden)]),
      value,
      metadata: { path: relative, bytes: stat.size },
    };
  },
}) as Info;

function contentFacts(path: string, { stat, bytes, text }: ExistingEntry): Partial<FileInfo> {
  if (stat.kind !== 'file') return {};
  if (!text) return { mime: (bytes && kindOfBytes(bytes)?.mediaType) ?? mediaTypeOf(path, 'application/octet-stream') };
  return {
    lines: countLines(text.text),
    encoding: encodingName(text),
    mime: mediaTypeOf(path, 'text/plain'),
    tokens: estimateTokens(text.text),
  };
}

function sayKind({ kind, size, lines, entries }: FileInfo): string {
  if (entries !== undefined) return `folder, ${sayCount(entries, 'entry', 'entries')}`;
  return [kind, ...(lines === undefined ? [] : [sayCount(lines, 'line')]), saySize(size)].join(', ');
}

function sayFact([key, fact]: [string, unknown]): string {
  if (key === 'size')
    return `size: ${saySize(fact as number)}${(fact as number) >= 1024 ? ` (${sayNumber(fact as number)} bytes)` : ''}`;
  if (key === 'tokens') return `tokens: ≈ ${sayNumber(fact as number)}`;
  return `${key}: ${Array.isArray(fact) ? fact.join(', ') : fact}`;
}
