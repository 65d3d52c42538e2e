import { z } from 'zod';
import type { SymbolKind } from '../../../search/symbol.ts';

const KINDS = [
  'function',
  'method',
  'class',
  'interface',
  'type',
  'enum',
  'constant',
  'module',
  'section',
  'file',
] as const satisfies readonly SymbolKind[];

export const searchParameters = z.object({
  query: z.string().min(1).max(2_000).describe('A question or a name: "where is the retry delay computed", "parseUrl"'),
  path: z.string().default('.').describe('Folder or file to search in'),
  globs: z
    .array(z.string().min(1).max(500))
    .max(20)
    .optional()
    .describe('Only files like these, e.g. ["**/*.ts", "!test/**"]'),
  language: z.string().min(1).max(40).optional().describe('Only this language, e.g. "python"'),
  kind: z.enum(KINDS).optional().describe('Only definitions of this kind'),
  limit: z.int().min(1).max(50).default(10).describe('Results'),
});

export type SearchCodeArgs = z.output<typeof searchParameters>;
