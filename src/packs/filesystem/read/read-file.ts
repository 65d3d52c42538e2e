import { z } from 'zod';
import { FILE, otherNames } from '../../../text/other-names.ts';
import { previewTitle } from '../../../text/previews.ts';
import { sayCount, saySize, withNotes } from '../../../text/say.ts';
import type { Attachment, Context } from '../../../tool/context.ts';
import { define, type Info } from '../../../tool/define.ts';
import { changesState, type Effect, reads } from '../../../tool/effect.ts';
import { ToolError, toFailure } from '../../../tool/error.ts';
import { showName } from '../../../tool/text/unseen.ts';
import type { FilesystemServices } from '../services.ts';
import { OUTPUT_BYTES, type Page, readPage } from './page.ts';
import { outputID, readBytes, withFittedImage } from './source.ts';

const parameters = z
  .object({
    path: z.string().min(1).optional().describe('Path relative to the workspace, or output:CALLID of a long output'),
    paths: z.array(z.string().min(1)).max(50).optional().describe('Several files at once: ["a.ts", "b.ts"]'),
    offset: z.number().int().optional().describe('First line, 1-based; negative counts from the end'),
    limit: z.number().int().min(0).optional().describe('Lines per file; 0 = all'),
    end_line: z.number().int().optional().describe('Last line, instead of limit; negative counts from the end'),
    encoding: z.enum(['utf-8', 'base64']).optional().describe('base64: bytes as they are; default text'),
  })
  .refine(args => args.path !== undefined || args.paths?.length, { message: 'Give path or paths', path: ['path'] })
  .refine(args => args.end_line === undefined || args.limit === undefined, {
    message: 'Give limit or end_line, not both',
    path: ['end_line'],
  })
  .refine(({ offset = 1, end_line = -1 }) => end_line < 0 || (end_line > 0 && (offset < 0 || end_line >= offset)), {
    message: 'end_line is before the first line',
    path: ['end_line'],
  });

const fileValue = {
  content: z.string().describe('Raw text, or base64'),
  size: z.number().describe('Bytes of the whole file'),
  modified: z.string().describe('ISO 8601'),
  encoding: z.string().optional(),
  lines: z.number().optional().describe('Lines of the whole file'),
  next_offset: z.number().optional().describe('Where to read on, when cut'),
};
const returns = z.object({
  ...fileValue,
  files: z.array(z.object({ path: z.string(), error: z.string().optional(), ...fileValue })).optional(),
  files_read: z.number(),
});

interface FileRead {
  readonly path: string;
  readonly page?: Page;
  readonly error?: ToolError;
}

/** Shows numbered lines of files, a window when they are many; base64 or an attached image where there is no text. */
export function readFile(services: FilesystemServices = {}): Info {
  return define('read_file', {
    description: 'Read files, in place of cat and sed: as numbered lines, page by page (offset, limit), or as base64.',
    parameters,
    returns,
    permissions: { required: ['read'] },
    effects: args => pathsOf(args).map(effectOf),
    danger: 'safe',
    approval: false,
    idempotent: true,
    parameterNames: otherNames({
      path: FILE,
      paths: ['file_paths', 'files', 'filenames'],
      offset: ['start_line', 'line_start', 'start', 'first_line', 'start_line_one_indexed'],
      limit: ['max_lines', 'num_lines', 'line_count', 'head'],
      end_line: ['line_end', 'end', 'last_line', 'end_line_one_indexed_inclusive'],
    }),
    aliases: [{ name: 'read', rename: { file_paths: 'paths' } }],
    preview: previewTitle,
    execute: async (args, ctx) => {
      const paths = pathsOf(args);
      let bytes = OUTPUT_BYTES;
      const read: FileRead[] = [];
      for (const [index, path] of paths.entries()) {
        ctx.abort.throwIfAborted();
        const maxBytes = Math.max(2_000, Math.floor(bytes / (paths.length - index)));
        const file = await readOne(path, { args, ctx, services, maxBytes });
        bytes -= Buffer.byteLength(file.page?.output ?? '');
        read.push(file);
      }
      if (read.every(file => file.error)) throw allFailed(read);
      return paths.length === 1 ? one(read[0]!, Boolean(args.paths?.length)) : several(read);
    },
  }) as Info;
}

type Args = z.infer<typeof parameters>;

/** The paths of a call, each once, `path` first. */
const pathsOf = ({ path, paths = [] }: Args): readonly string[] => [
  ...new Set(path === undefined ? paths : [path, ...paths]),
];

const effectOf = (path: string): Effect => (outputID(path) === undefined ? reads(path) : changesState(path));

interface ReadOptions {
  readonly args: Args;
  readonly ctx: Context;
  readonly services: FilesystemServices;
  readonly maxBytes: number;
}

async function readOne(path: string, { args, ctx, services, maxBytes }: ReadOptions): Promise<FileRead> {
  try {
    const bytes = await readBytes(path, ctx, services);
    const source = args.encoding === 'base64' ? bytes : await withFittedImage(bytes, ctx.abort);
    return { path, page: readPage(source, { ...args, end: args.end_line, path, maxBytes }) };
  } catch (error) {
    if (error instanceof ToolError) return { path, error };
    throw error;
  }
}

function one({ path, page }: FileRead, listed: boolean) {
  const { output, notes, value, attachments, metadata } = page!;
  return {
    title: `Read ${path}${page!.range}`,
    output: withNotes(output, notes),
    value: { ...value, ...(listed ? { files: [{ path, ...value }] } : {}), files_read: 1 },
    metadata: { path, ...metadata },
    attachments,
  };
}

function several(read: readonly FileRead[]) {
  const [paths, pages] = [read.map(({ path }) => path), read.flatMap(({ page }) => page ?? [])];
  const sum = (key: 'bytes' | 'lines' | 'tokens') => pages.reduce((total, page) => total + page.metadata[key], 0);
  const failed = read.length - pages.length;
  const size = sum('bytes');
  return {
    title: `Read ${sayCount(pages.length, 'file')}${failed ? `, ${failed} failed` : ''} (${saySize(size)})`,
    output: withNotes(read.map(file => `=== ${showName(file.path)} ===\n${section(file)}`).join('\n\n'), [
      failed > 0 && `${pages.length} of ${read.length} files were read.`,
    ]),
    value: {
      content: read.map(({ path, page }) => `=== ${path} ===\n${page?.value.content ?? ''}`).join('\n'),
      size,
      modified: pages.map(page => page.value.modified).reduce((a, b) => (a > b ? a : b)),
      files: read.map(fileOf),
      files_read: pages.length,
    },
    metadata: { path: paths[0], paths, bytes: size, lines: sum('lines'), tokens: sum('tokens') },
    attachments: pages.flatMap((page): readonly Attachment[] => page.attachments),
  };
}

function section({ page, error }: FileRead): string {
  if (page) return withNotes(page.output, page.notes);
  return withNotes('', [[error!.message, error!.suggestion].filter(Boolean).join(' ')]);
}

function fileOf({ path, page, error }: FileRead) {
  if (page) return { path, ...page.value };
  return { path, content: '', size: 0, modified: '', error: `${error!.code}: ${error!.message}` };
}

function allFailed(read: readonly FileRead[]): ToolError {
  const first = read[0]!.error!;
  if (read.length === 1) return first;
  const lines = read.map(({ path, error }) => `${path}: ${error!.message}`);
  return new ToolError(first.code, `None of the ${read.length} files could be read.\n${lines.join('\n')}`, {
    suggestion: first.suggestion,
    details: { files: read.map(({ path, error }) => ({ path, error: toFailure(error!) })) },
  });
}
