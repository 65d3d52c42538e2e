import { z } from 'zod';
import type { CallContext } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { readsTree } from '../../tool/effect.ts';
import { FOLDER, otherNames } from '../text/other-names.ts';
import { sayCount, sayHidden, sayNumber, withNotes } from '../text/say.ts';
import { sayMissing } from './missing.ts';

const parameters = z
  .object({
    pattern: z.string().min(1).optional().describe('For example "src/**/*.{ts,tsx}"'),
    patterns: z.array(z.string().min(1)).optional().describe('Several; one must match'),
    path: z.string().default('.').describe('Folder that patterns are relative to'),
    limit: z.number().int().min(1).max(5_000).default(200).describe('Paths at most'),
    includeHidden: z.boolean().default(true).describe('With names that begin with a dot'),
    includeIgnored: z.boolean().default(false).describe('With what .gitignore names'),
  })
  .refine(args => args.pattern !== undefined || args.patterns?.length, {
    message: 'Give pattern',
    path: ['pattern'],
  });

const returns = z.object({
  files: z.array(z.string()).describe('Workspace-relative, newest first'),
  total: z.number(),
});

type Args = z.infer<typeof parameters>;

/** Files whose path matches, newest first. */
export const glob = define('glob', {
  description: 'Find files by glob pattern, newest first; what .gitignore names is left out unless includeIgnored.',
  parameters,
  returns,
  permissions: { required: ['read'] },
  effects: args => placesOf(args).map(({ path }) => readsTree(path)),
  danger: 'safe',
  approval: false,
  idempotent: true,
  parameterNames: otherNames({
    path: FOLDER,
    pattern: ['glob', 'glob_pattern', 'file_pattern', 'query'],
    patterns: ['globs'],
    limit: ['max_results', 'head_limit'],
    includeHidden: ['hidden', 'show_hidden'],
    includeIgnored: ['no_ignore', 'ignored'],
  }),
  execute: async (args, ctx) => {
    const { files, total } = await findAll(args, ctx);
    const hidden = sayHidden(ctx.files.hidden);
    return {
      title: `Found ${sayCount(total, 'file')} for ${placesOf(args)
        .flatMap(place => place.globs)
        .join(', ')}`,
      output: withNotes(files.join('\n'), [
        total === 0 && (await sayNothing(args, ctx)),
        total > files.length &&
          `${sayNumber(files.length)} of ${sayNumber(total)} files, newest first; for more: limit=${Math.min(5_000, total)}.`,
        hidden,
      ]),
      value: { files, total },
      metadata: { total, truncated: total > files.length },
    };
  },
}) as Info;

interface Place {
  readonly path: string;
  readonly globs: readonly string[];
}

/** An absolute pattern brings its own folder; the others share `path`. */
function placesOf({ pattern, patterns = [], path }: Args): readonly Place[] {
  const all = [...new Set([...(pattern === undefined ? [] : [pattern]), ...patterns])];
  const relative = all.filter(each => !each.startsWith('/')).map(each => each.replace(/^(?:\.\/)+/, ''));
  const absolute = all.filter(each => each.startsWith('/')).map(splitPattern);
  return [...(relative.length > 0 ? [{ path, globs: relative }] : []), ...absolute];
}

/** The folders before the first component with a wildcard, and the rest. */
function splitPattern(pattern: string): Place {
  const parts = pattern.split('/');
  const first = parts.findIndex(part => /[*?[\]{}!\\]/.test(part));
  const at = first < 0 ? parts.length - 1 : first;
  return { path: parts.slice(0, at).join('/') || '/', globs: [parts.slice(at).join('/')] };
}

async function findAll(args: Args, ctx: CallContext): Promise<{ files: string[]; total: number }> {
  const { limit, includeHidden: hidden, includeIgnored: ignored } = args;
  const found = [];
  let total = 0;
  for (const { path, globs } of placesOf(args)) {
    const stat = await ctx.files.stat(path);
    if (!stat) throw await sayMissing(path, ctx);
    const result = await ctx.files.find({ path, globs, hidden, ignored, sort: 'newest', limit });
    found.push(...result.entries);
    total += result.total;
  }
  const newest = [...new Map(found.map(entry => [entry.path, entry])).values()].sort((a, b) => b.modified - a.modified);
  return { files: newest.slice(0, limit).map(entry => entry.path), total: total - (found.length - newest.length) };
}

/** Which filters applied, and which one to lift. */
async function sayNothing(args: Args, ctx: CallContext): Promise<string> {
  const said = ['No file matches.'];
  const deeper = args.pattern !== undefined && !args.pattern.includes('/') ? `**/${args.pattern}` : undefined;
  const within = deeper ? (await findAll({ ...args, pattern: deeper, limit: 1 }, ctx)).total : 0;
  if (within > 0) said.push(`${JSON.stringify(deeper)} would match ${sayCount(within, 'file')} further down.`);
  if (!args.includeIgnored || !args.includeHidden) {
    const { total } = await findAll({ ...args, includeIgnored: true, includeHidden: true, limit: 1 }, ctx);
    const left = [
      ...(args.includeIgnored ? [] : ['what .gitignore names']),
      ...(args.includeHidden ? [] : ['names that begin with a dot']),
    ].join(' and ');
    said.push(
      `Left out: ${left}${total > 0 ? ` (${sayCount(total, 'file')} there would match: includeIgnored, includeHidden)` : ''}.`,
    );
  }
  return said.join(' ');
}
