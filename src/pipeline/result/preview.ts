import type { ToolRegistry } from '../../registry/registry.ts';
import type { Definition } from '../../tool/define.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { shortenText } from '../../tool/text/mask.ts';

const USUAL_LINES = 3;
const LONGEST_LINE = 160;

/** The tool's own preview, or the first lines of the output. */
export function previewOf(registry: ToolRegistry, outcome: Outcome, maxLines?: number): readonly string[] {
  const ready = registry.find(outcome.tool)?.tool.ready();
  return previewBy(ready && !(ready instanceof Promise) ? ready.definition : undefined, outcome, maxLines);
}

export const previewBy = (
  definition: Definition | undefined,
  outcome: Outcome,
  maxLines = USUAL_LINES,
): readonly string[] => linesBy(definition?.preview, outcome, maxLines).map(line => shortenText(line, LONGEST_LINE));

function linesBy(own: Definition['preview'], outcome: Outcome, maxLines: number): readonly string[] {
  if (outcome.ok && own) {
    try {
      return own(outcome as never, maxLines).slice(0, maxLines);
    } catch {
      // A preview is for the eye only; where the tool's own fails, the plain one serves.
    }
  }
  const lines = outcome.output.includes('\n') ? outcome.output.split('\n') : [outcome.output];
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, Math.max(1, maxLines - 1)), `… ${lines.length - maxLines + 1} more lines`];
}
