import { z } from 'zod';
import { FOLDER, otherNames } from '../../../text/other-names.ts';
import { previewHead } from '../../../text/previews.ts';
import { sayCount, sayHidden, sayNumber, withNotes } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { define, type Info } from '../../../tool/define.ts';
import { seesTree } from '../../../tool/effect.ts';
import type { FindResult } from '../../../tool/files.ts';
import { addAll } from '../../../tool/lists/long-lists.ts';
import { showName } from '../../../tool/text/unseen.ts';
import { sayMissing } from '../missing.ts';
import { sayNoFile } from './glob-no-match.ts';
import { type GlobArgs, globParameters, placesOf } from './glob-query.ts';

const returns = z.object({
  files: z.array(z.string()).describe('Workspace-relative, newest first'),
  total: z.number(),
});

export const glob = define('glob', {
  description:
    'Find files by name (glob pattern), in place of find and ls: newest first, ignored ones only with includeIgnored.',
  parameters: globParameters,
  returns,
  permissions: { required: ['read'] },
  effects: args => placesOf(args).map(({ path }) => seesTree(path)),
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
  preview: previewHead,
  execute: async (args, ctx) => {
    const { files, total } = await findAll(args, ctx);
    const hidden = sayHidden(ctx.files.hidden);
    return {
      title: `Found ${sayCount(total, 'file')} for ${placesOf(args)
        .flatMap(place => place.globs)
        .join(', ')}`,
      output: withNotes(files.map(showName).join('\n'), [
        total === 0 && (await sayNoFile(args, change => findAll({ ...args, ...change }, ctx))),
        total > files.length &&
          `${sayNumber(files.length)} of ${sayNumber(total)} files, newest first; for more: limit=${Math.min(5_000, total)}.`,
        hidden,
      ]),
      value: { files, total },
      metadata: { total, truncated: total > files.length },
    };
  },
}) as Info;

async function findAll(args: GlobArgs, ctx: CallContext): Promise<{ files: string[]; total: number }> {
  const { limit, includeHidden: hidden, includeIgnored: ignored } = args;
  const found: FindResult['entries'][number][] = [];
  let total = 0;
  for (const { path, globs } of placesOf(args)) {
    const stat = await ctx.files.stat(path);
    if (!stat) throw await sayMissing(path, ctx, 'folder');
    const result = await ctx.files.find({ path, globs, hidden, ignored, sort: 'newest', limit });
    addAll(found, result.entries);
    total += result.total;
  }
  const newest = [...new Map(found.map(entry => [entry.path, entry])).values()].sort((a, b) => b.modified - a.modified);
  return { files: newest.slice(0, limit).map(entry => entry.path), total: total - (found.length - newest.length) };
}
