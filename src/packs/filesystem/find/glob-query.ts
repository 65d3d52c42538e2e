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
  .refine(args => args.pattern !== undefined || args.patterns?.length, { message: 'Give pattern', path: ['pattern'] });

export type GlobArgs = z.infer<typeof globParameters>;

/** The folder of each pattern: one that is absolute, or begins above `path`, brings its own; the others share `path`. */
export function placesOf({ pattern, patterns = [], path }: GlobArgs) {
  const all = [...new Set(pattern === undefined ? patterns : [pattern, ...patterns])].map(each =>
    each.replace(/^(?:\.\/)+/, ''),
  );
  const { own = [], shared } = Object.groupBy(all, each => (/^(?:\/|\.\.(?:\/|$))/.test(each) ? 'own' : 'shared'));
  const split = own.map(each => splitPattern(each.startsWith('/') ? each : `${path}/${each}`));
  return [...(shared ? [{ path, globs: shared }] : []), ...split];
}

/** The folders before the first component with a wildcard, and the rest. */
function splitPattern(pattern: string) {
  const parts = pattern.split('/');
  const first = parts.findIndex(part => isGlob(part));
  const at = first < 0 ? parts.length - 1 : first;
  return { path: parts.slice(0, at).join('/') || '/', globs: [parts.slice(at).join('/')] };
}

/** Whether a text has a wildcard, or a character that escapes one. */
export const isGlob = (text: string): boolean => /[*?[\]{}!\\]/.test(text);
