import { ToolError } from '../../../tool/error.ts';

const ENVELOPE = `*** Begin Patch
*** Update File: src/a.ts
@@ function name() {
 kept line
-old line
+new line
*** End Patch`;

const UNIFIED = `--- a/src/a.ts
+++ b/src/a.ts
@@ -1,2 +1,2 @@
 kept line
-old line
+new line`;

/** A patch that cannot be read: where, what was expected, and a small one that can. */
export function badPatch(line: number, problem: string, dialect: 'envelope' | 'unified' = 'envelope'): ToolError {
  return new ToolError('INVALID_ARGUMENTS', `Line ${line} of the patch: ${problem} Nothing was changed.`, {
    suggestion: `A valid patch:\n${dialect === 'envelope' ? ENVELOPE : UNIFIED}`,
    details: { line },
  });
}

/** A line as it may stand in an error. */
export function quoteLine(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
