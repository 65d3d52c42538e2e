import { posix } from 'node:path';
import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { previewHead } from '../../text/previews.ts';
import { sayCount, sayList, withNotes } from '../../text/say.ts';
import type { CallContext, Context } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { executes, reads, writes } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import { cutBetweenWords } from '../../tool/text/mask.ts';
import { steeringFiles } from '../shell/steering-files.ts';
import { detectFormatter, type FormatterChoice } from './formatters/detect-formatters.ts';
import { findTargets } from './formatters/find-targets.ts';
import type { FormatFailure, Group } from './formatters/run-own.ts';
import type { ProjectServices } from './services.ts';

const DEFAULT_TIMEOUT = 120;
const LONGEST = 3600;

const parameters = z.object({
  paths: z.array(z.string()).min(1).default(['.']).describe('Files or folders; default all that git does not ignore'),
  check: z.boolean().default(false).describe('Only say what would change'),
  timeout: z.number().positive().max(LONGEST).optional().describe('Seconds; 120 unless given'),
});

const returns = z.object({
  formatter: z.string(),
  changed: z.array(z.string()),
  unchanged: z.number(),
  failed: z.array(z.object({ path: z.string(), line: z.number().optional(), message: z.string() })),
  left: z.array(z.object({ path: z.string(), why: z.string() })),
});

type Args = z.output<typeof parameters>;

export const formatCode = (services: ProjectServices): Info =>
  define('format_code', {
    description: "Format files with the project's own formatter, or with prettier where it has none; can be undone.",
    parameters,
    returns,
    permissions: { required: ['read', 'write', 'execute'] },
    effects: async (args, ctx) => {
      const { groups, bundled } = await plan(args, ctx);
      const names = [...new Set(groups.map(each => each.formatter)), ...(bundled.size > 0 ? ['prettier'] : [])];
      const paths = [...groups.flatMap(each => each.paths), ...[...bundled.values()].flat()];
      return [executes(names.join(' ') || 'prettier'), ...paths.map(args.check ? reads : writes)];
    },
    danger: 'moderate',
    bound: (_, ctx) => steeringFiles(ctx, { cwd: ctx.cwd }),
    parameterNames: otherNames({
      paths: ['files', 'path', 'file', 'file_path', 'directory', 'folder'],
      check: ['dry_run', 'check_only'],
      timeout: ['timeout_seconds'],
    }),
    sandboxed: true,
    idempotent: true,
    timeout: (LONGEST + 60) * 1000,
    preview: previewHead,
    execute: async (args, ctx) => {
      const planned = await plan(args, ctx);
      const time = Math.min((args.timeout ?? DEFAULT_TIMEOUT) * 1000, services.shell.limits().time);
      return format(planned, { services, ctx, time, check: args.check });
    },
  }) as Info;

type Plan = Awaited<ReturnType<typeof plan>>;

async function plan({ paths }: Args, ctx: CallContext) {
  const { targets, left } = await findTargets(ctx.files, paths);
  const groups = new Map<string, Group & { paths: string[] }>();
  /** The files for our own prettier, by the folder where its config is looked for. */
  const bundled = new Map<string, string[]>();
  /** Files of languages for which the project names no formatter. */
  const without: string[] = [];
  // Folders are looked at once, however many files they hold.
  const known = new Map<string, FormatterChoice | undefined>();
  for (const { path, family } of targets) {
    const folder = posix.dirname(path);
    const place = `${family}|${folder}`;
    if (!known.has(place)) known.set(place, await detectFormatter(ctx.files, folder, family));
    const chosen = known.get(place);
    if (chosen) {
      const key = `${chosen.formatter}|${family === 'go' || family === 'rust' ? '' : chosen.folder}`;
      const group = groups.get(key) ?? { ...chosen, paths: [] };
      group.paths.push(path);
      groups.set(key, group);
    } else if (family === 'web') add(bundled, folder, path);
    else without.push(path);
  }
  return { groups: [...groups.values()], bundled, without, left, total: targets.length };
}

const add = (lists: Map<string, string[]>, key: string, value: string): void => {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
};

type World = Readonly<{ services: ProjectServices; ctx: Context; time: number; check: boolean }>;

async function format(planned: Plan, { services, ctx, time, check }: World) {
  const { groups, without } = planned;
  const left = [...planned.left];
  const notes: string[] = [];
  const bundled = new Map([...planned.bundled].map(([folder, list]) => [folder, [...list]]));
  ctx.metadata({ title: `Formatting ${sayCount(planned.total, 'file')}` });
  const runOwn = async () => (await import('./formatters/run-own.ts')).runOwn(services.shell, ctx, { groups, time });
  const own = groups.length > 0 ? await runOwn() : { formatted: [], failed: [], missing: [] as Group[] };
  const missing = own.missing.filter(({ formatter }) => formatter !== 'prettier');
  for (const { paths } of own.missing.filter(({ formatter }) => formatter === 'prettier')) {
    notes.push('The project names prettier, which is not installed; the one that comes along was used.');
    for (const path of paths) add(bundled, posix.dirname(path), path);
  }
  const formatted = new Map(own.formatted);
  const failed: FormatFailure[] = [...own.failed];
  if (bundled.size > 0) {
    const { runBundled } = await import('./formatters/run-bundled.ts');
    const done = await runBundled(ctx, bundled);
    for (const [path, bytes] of done.formatted) formatted.set(path, bytes);
    addAll(failed, done.failed);
    addAll(left, done.left);
    addAll(notes, done.notes);
  }
  const lost = missing.flatMap(({ paths }) => paths);
  if (lost.length > 0 && lost.length === planned.total) throw notInstalled(missing[0] as Group);
  for (const { formatter, paths } of missing)
    for (const path of paths) left.push({ path, why: `${formatter} is not installed` });
  for (const path of without) left.push({ path, why: 'the project names no formatter for it' });
  if (!check) for (const [path, bytes] of formatted) await ctx.files.write(path, bytes);
  const used = [
    ...groups.filter(group => !own.missing.includes(group)).map(({ formatter }) => formatter),
    ...(bundled.size > 0 ? ['prettier (bundled)'] : []),
  ];
  const changed = [...formatted.keys()].sort();
  const untouched = left.length + new Set(failed.map(({ path }) => path)).size - planned.left.length;
  const unchanged = Math.max(planned.total - changed.length - untouched, 0);
  const formatter = [...new Set(used)].join(', ') || 'none';
  return resultOf({ formatter, changed, unchanged, failed, left }, { notes, check });
}

const notInstalled = ({ formatter, why }: Group): ToolError =>
  new ToolError('EXECUTION_ERROR', `The project formats with ${formatter} (${why}), which is not installed here`, {
    suggestion: `Install the project's dependencies, or ${formatter} so that it is on PATH. Nothing was changed.`,
  });

const sayFailed = ({ path, line, message }: FormatFailure): string =>
  `FAILED ${path}${line ? `:${line}` : ''}: ${cutBetweenWords(message, 500)}`;

function resultOf(value: z.output<typeof returns>, { notes, check }: { notes: readonly string[]; check: boolean }) {
  const { formatter, changed, unchanged, failed, left } = value;
  const head = `${check ? 'Would change' : 'Changed'} ${sayCount(changed.length, 'file')}, ${unchanged} unchanged (${formatter})`;
  const lines = [
    ...changed.slice(0, 100).map(path => `- ${path}`),
    ...(changed.length > 100 ? [`- and ${changed.length - 100} more`] : []),
    ...failed.slice(0, 50).map(sayFailed),
  ];
  const whys = [...new Set(left.map(({ why }) => why))].map(why => {
    const paths = left.filter(each => each.why === why).map(({ path }) => path);
    return `Left alone, ${why}: ${sayList(paths)}.`;
  });
  return {
    title: head,
    output: withNotes([head, ...lines].join('\n'), [
      ...new Set(notes),
      ...whys,
      check && 'Checked only; nothing was changed.',
    ]),
    value: { ...value, left: left.slice(0, 200) },
    metadata: { formatter, changed: changed.length, failed: failed.length },
  };
}
