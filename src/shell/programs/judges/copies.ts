import { moveAway, readPath, writePath } from '../../judge/touch.ts';
import { type JudgedCommand, mild, risk } from '../../state/run.ts';
import { locate } from '../../state/shell.ts';
import { isKnown, showValue } from '../../state/value.ts';
import type { GivenWords } from '../program.ts';

/** Reads operands that are paths; the last of several is the file that is made. */
export function secretOperands(run: JudgedCommand, { operands }: GivenWords): undefined {
  for (const { value } of operands) if (isKnown(value) && /^[/~.]/.test(value)) readPath(run, value);
  const last = operands.at(-1)?.value ?? '';
  if (operands.length > 1 && /^(?:[/~]|\.\.)/.test(last)) writePath(run, last);
}

/** Whether a move stays within the workspace, so that nothing is lost. */
export function staysInside(run: JudgedCommand, source: string, target: string | undefined): boolean {
  if (target === undefined) return false;
  const { root } = run.shell.session.where;
  const [from, to] = [locate(run.shell, source), locate(run.shell, target)];
  const guarded = /(?:^|\/)\.(?:git|toolgate)(?:\/|$)|toolgate\.config/.test(from.path.slice(root.length));
  return from.kind === 'workspace' && to.kind === 'workspace' && from.path !== root && !guarded;
}

export function touchMoved(run: JudgedCommand, value: string): undefined {
  moveAway(run, value);
  mild(run, `moves ${showValue(value)}`);
}

export function sourcesAndTarget(given: GivenWords): { sources: readonly string[]; target: string | undefined } {
  const values = given.values;
  const folder = given.valueOf('-t');
  if (folder !== undefined) return { sources: values, target: undefined };
  return {
    sources: values.length > 1 ? values.slice(0, -1) : values,
    target: values.length > 1 ? values.at(-1) : undefined,
  };
}

export function copies(run: JudgedCommand, given: GivenWords): undefined {
  const { sources, target } = sourcesAndTarget(given);
  for (const value of sources) {
    readPath(run, value, { tree: given.has('-r') });
    if (/^\/dev\/(?:zero|full|u?random)$/.test(value)) risk(run, 'writes without end');
  }
  if (target === undefined) return;
  writePath(run, target);
  carryMade(run, sources, target);
}

/** Keeps the content of a file, which this text made, under the file's new name too. */
export function carryMade(run: JudgedCommand, sources: readonly string[], target: string): undefined {
  const { made } = run.shell.session;
  for (const source of sources) {
    const known = made.get(locate(run.shell, source).path);
    if (!known) continue;
    const to = locate(run.shell, target).path;
    made.set(to, known);
    made.set(`${to}/${source.slice(source.lastIndexOf('/') + 1)}`, known);
  }
}
