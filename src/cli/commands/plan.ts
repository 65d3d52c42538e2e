import type { CommonOptions } from '../options.ts';
import { describePlan } from '../output/describe-files.ts';
import { withGate } from '../session.ts';
import { colouredDiff } from '../terminal/coloured-diff.ts';
import { printable } from '../terminal/terminal.ts';

export function showPlan(paths: readonly string[], options: CommonOptions): Promise<void> {
  return withGate({ ...options, input: false }, async ({ gate, terminal }) => {
    const { sets, files: all } = await gate.plan.show();
    const wanted = paths.map(path => gate.workspace.resolve(path, { keepLast: true }).relative);
    const isWanted = (path: string) => wanted.some(one => one === '.' || path === one || path.startsWith(`${one}/`));
    const files = wanted.length === 0 ? all : all.filter(({ path }) => isWanted(path));
    const diff = files.map(file => file.diff).join('');
    if (options.json) return terminal.json({ sets, diff, files });
    if (all.length === 0) return terminal.note('Nothing is planned. Plan with: toolgate run --plan, or exec --plan');
    if (files.length === 0) return terminal.note('Nothing is planned there. All of it: toolgate plan');
    if (diff !== '') terminal.result(colouredDiff(printable(diff), process.stdout));
    terminal.note(describePlan(files).join('\n'));
  });
}
