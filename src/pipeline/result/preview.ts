import type { ToolRegistry } from '../../registry/registry.ts';
import type { Outcome } from '../../tool/outcome.ts';

/** Lines of a preview: the tool's own, or the first of the output. */
export function previewOf(registry: ToolRegistry, outcome: Outcome, maxLines = 3): readonly string[] {
  const ready = registry.find(outcome.tool)?.tool.ready();
  const own = ready && !(ready instanceof Promise) ? ready.definition.preview : undefined;
  if (outcome.ok && own) {
    try {
      return own(outcome as never, maxLines).slice(0, maxLines);
    } catch {
      // A preview is for the eye only; the plain one serves.
    }
  }
  const lines = outcome.output.split('\n');
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, Math.max(1, maxLines - 1)), `… ${lines.length - maxLines + 1} more lines`];
}
