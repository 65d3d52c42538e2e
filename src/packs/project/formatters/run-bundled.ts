import type { Context } from '../../../tool/context.ts';
import { createAskedThread } from '../../../tool/loading/asked-thread.ts';
import type { LeftFile } from './find-targets.ts';
import { type PrettierOptions, readPrettierConfig } from './prettier-config.ts';
import type { FormatFailure } from './run-own.ts';

/** The length of a line that nobody wrote by hand. */
const LONG_LINE = 5_000;

/** Formats with our own prettier, whose config is read as data; files come by the folder that they lie in. */
export async function runBundled(ctx: Context, folders: ReadonlyMap<string, readonly string[]>) {
  const formatted = new Map<string, Uint8Array>();
  const failed: FormatFailure[] = [];
  const left: LeftFile[] = [];
  const notes = new Set<string>();
  const all = [...folders].flatMap(([folder, paths]) => paths.map(path => ({ folder, path })));
  const thread = openPrettierThread(ctx.abort);
  try {
    let config: Awaited<ReturnType<typeof readPrettierConfig>> | undefined;
    for (const [at, { folder, path }] of all.entries()) {
      if (ctx.abort.aborted) break;
      if (at > 0 && at % 50 === 0) ctx.output(`${at} of ${all.length} files\n`);
      if (!config || all[at - 1]?.folder !== folder) config = await readPrettierConfig(ctx.files, folder);
      for (const note of config.notes) notes.add(note);
      const before = Buffer.from((await ctx.files.read(path)).bytes);
      const text = before.toString('utf8');
      const why = config.isIgnored(path) ? 'ignored by .prettierignore' : reasonToLeave(text, before);
      if (why !== undefined) {
        left.push({ path, why });
        continue;
      }
      const answer = await thread.format({ path, text, options: { ...endingOf(text), ...config.optionsFor(path) } });
      if ('failure' in answer) failed.push({ path, line: answer.line, message: answer.failure });
      else if (answer.text !== text) formatted.set(path, Buffer.from(answer.text, 'utf8'));
    }
  } finally {
    thread.close();
  }
  return { formatted, failed, left, notes: [...notes] };
}

function reasonToLeave(text: string, bytes: Buffer): string | undefined {
  if (!Buffer.from(text, 'utf8').equals(bytes)) return 'not UTF-8';
  if (bytes.includes(0)) return 'not a text';
  return text.split('\n').some(line => line.length > LONG_LINE) ? 'minified' : undefined;
}

/** The option for line ends: those of a file stay, unless a config wants others. */
const endingOf = (text: string): Record<string, string> => (text.includes('\r\n') ? { endOfLine: 'crlf' } : {});

export type FormatOrder = Readonly<{ path: string; text: string; options: PrettierOptions }>;

export type FormatAnswer = { readonly text: string } | { readonly failure: string; readonly line?: number };

// The build puts the thread's code beside the file that holds this one.
const CODE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './format-worker.js', import.meta.url);
/** Milliseconds for one file. */
const LONGEST = 20_000;
const LATE = `prettier was not done with it after ${LONGEST / 1000} s`;

/** Prettier in a thread of its own: a hostile text cannot hold up the process or use up its memory. */
function openPrettierThread(signal: AbortSignal) {
  const resourceLimits = { stackSizeMb: 16, maxOldGenerationSizeMb: 512 };
  const thread = createAskedThread<FormatAnswer>(CODE, { name: 'toolgate-format', resourceLimits });
  return {
    /** Formats texts one after the other; never rejects. */
    format: (order: FormatOrder): Promise<FormatAnswer> =>
      thread.ask(order, { time: LONGEST, signal, late: () => LATE }).catch(error => {
        const { message } = error as Error;
        if (signal.aborted) return { failure: 'stopped' };
        return { failure: message === LATE ? LATE : `prettier failed: ${message}` };
      }),
    close: thread.stop,
  };
}
