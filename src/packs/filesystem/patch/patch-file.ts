import { ToolError } from '../../../tool/error.ts';
import type { Hunk } from '../place-text/hunk.ts';

interface NamedFile {
  readonly path: string;
  readonly patchLine: number;
}

/** The change of one file by a patch; `expected` is the text that the patch gives for a deleted file. */
export type PatchFile =
  | (NamedFile & { readonly kind: 'add'; readonly content: string; readonly executable?: boolean })
  | (NamedFile & { readonly kind: 'delete'; readonly expected?: readonly string[] })
  | (NamedFile & { readonly kind: 'update'; readonly moveTo?: string; readonly hunks: readonly Hunk[] });

const BODY = ' kept line\n-old line\n+new line';
const EXAMPLES = {
  envelope: `*** Begin Patch\n*** Update File: src/a.ts\n@@ function name() {\n${BODY}\n*** End Patch`,
  unified: `--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n${BODY}`,
};

/** The error for a patch that cannot be read: where, what was expected, and a small patch that can be read. */
export function badPatch(line: number, problem: string, dialect: keyof typeof EXAMPLES = 'envelope'): ToolError {
  const message = `Line ${line} of the patch: ${problem} Nothing was changed.`;
  return new ToolError('INVALID_ARGUMENTS', message, {
    suggestion: `A valid patch:\n${EXAMPLES[dialect]}`,
    details: { line },
  });
}

/** A line as it may stand in an error. */
export function quoteLine(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
