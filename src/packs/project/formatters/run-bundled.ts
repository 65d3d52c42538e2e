import type { Context } from '../../../tool/context.ts';
import type { Failure } from './commands.ts';
import { readPrettierConfig } from './prettier-config.ts';
import { openPrettierThread } from './prettier-thread.ts';

export interface BundledResult {
  readonly formatted: ReadonlyMap<string, Uint8Array>;
  readonly failed: readonly Failure[];
  readonly left: readonly { readonly path: string; readonly why: string }[];
  readonly notes: readonly string[];
}

/** A line so long that nobody wrote it. */
const LONG_LINE = 5_000;

/** Formats with the prettier that comes along, whose config is read as data. */
export async function runBundled(ctx: Context, folder: string, paths: readonly string[]): Promise<BundledResult> {
  const config = await readPrettierConfig(ctx.files, folder);
  const formatted = new Map<string, Uint8Array>();
  const failed: Failure[] = [];
  const left: { path: string; why: string }[] = [];
  const thread = openPrettierThread(ctx.abort);
  try {
    for (const [at, path] of paths.entries()) {
      if (ctx.abort.aborted) break;
      if (at > 0 && at % 50 === 0) ctx.output(`${at} of ${paths.length} files\n`);
      const before = Buffer.from((await ctx.files.read(path)).bytes);
      const text = before.toString('utf8');
      const why = config.isIgnored(path) ? 'ignored by .prettierignore' : reasonToLeave(text, before);
      if (why !== undefined) {
        left.push({ path, why });
        continue;
      }
      const answer = await thread.format({ path, text, options: { ...endingOf(text), ...config.optionsFor(path) } });
      if ('failure' in answer)
        failed.push({ path, ...(answer.line === undefined ? {} : { line: answer.line }), message: answer.failure });
      else if (answer.text !== text) formatted.set(path, Buffer.from(answer.text, 'utf8'));
    }
  } finally {
    thread.close();
  }
  return { formatted, failed, left, notes: config.notes };
}

function reasonToLeave(text: string, bytes: Buffer): string | undefined {
  if (!Buffer.from(text, 'utf8').equals(bytes)) return 'not UTF-8';
  return text.split('\n').some(line => line.length > LONG_LINE) ? 'minified' : undefined;
}

/** The endings that a file has stay, unless a config wants others. */
const endingOf = (text: string): Record<string, string> => (text.includes('\r\n') ? { endOfLine: 'crlf' } : {});
