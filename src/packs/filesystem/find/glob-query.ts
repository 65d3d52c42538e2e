import { z } from 'zod';

export const globParameters = z
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

export type GlobArgs = z.infer<typeof globParameters>;

interface GlobPlace {
  readonly path: string;
  readonly globs: readonly string[];
}

/**
 * The folder of each pattern: one that is absolute, or begins above `path`, brings its own; the others share `path`.
 */
export function placesOf({ pattern, patterns = [], path }: GlobArgs): readonly GlobPlace[] {
  const all = [...new Set([...(pattern === undefined ? [] : [pattern]), ...patterns])].map(each =>
    each.replace(/^(?:\.\/)+/, ''),
  );
  const own = all.filter(bringsFolder).map(each => splitPattern(each.startsWith('/') ? each : `${path}/${each}`));
  const shared = all.filter(each => !bringsFolder(each));
  return [...(shared.length > 0 ? [{ path, globs: shared }] : []), ...own];
}

const bringsFolder = (pattern: string): boolean => pattern.startsWith('/') || /^\.\.(?:\/|$)/.test(pattern);

/** The folders before the first component with a wildcard, and the rest. */
function splitPattern(pattern: string): GlobPlace {
  const parts = pattern.split('/');
  const first = parts.findIndex(part => isGlob(part));
  const at = first < 0 ? parts.length - 1 : first;
  return { path: parts.slice(0, at).join('/') || '/', globs: [parts.slice(at).join('/')] };
}

/** Whether a text has a wildcard, or a character that escapes one. */
export const isGlob = (text: string): boolean => /[*?[\]{}!\\]/.test(text);
