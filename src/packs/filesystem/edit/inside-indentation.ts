import { columns, indentOf, isBlank, trimBoth } from './white-space.ts';

interface Inside {
  /** The file's indentation before the place where the old text starts. */
  readonly prefix: string;
  readonly old: readonly string[];
  readonly new: readonly string[];
  readonly unit: string | undefined;
}

/**
 * The old text stands in the file literally, but starts inside the indentation of its first line, so the file has more
 * of it than the model wrote. The lines of the new text may be indented as the file is, or all be short of the same
 * piece. Returns the whole lines to write, or undefined where both are possible.
 */
export function linesInsideIndentation({ prefix, old, new: wanted, unit }: Inside): string[] | undefined {
  const further = old.slice(1).filter(line => !isBlank(line));
  const literal = [prefix + wanted[0]!, ...wanted.slice(1)];
  const visible = wanted.slice(1).filter(line => !isBlank(line));
  if (isBlank(wanted[0]!)) return visible.length === 0 ? literal : undefined;
  const was = indentOf(old[0]!);
  const is = indentOf(wanted[0]!);
  if (further.length > 0) {
    // The further lines match literally, so only the first one was cut short.
    if (is === was) return literal;
    return is === prefix + was ? [...wanted] : undefined;
  }
  // Indented as the file is, though the old text is not; but a line that only gets more of it may mean that.
  if (is === prefix + was && trimBoth(wanted[0]!) !== trimBoth(old[0]!)) return [...wanted];
  if (is !== was) return undefined;
  if (visible.length === 0) return literal;
  const shifted = wanted.map(line => (isBlank(line) ? line : prefix + line));
  const next = columns(indentOf(visible[0]!));
  const opens = /(?:[{([:]|=>|\b(?:do|then|else|begin|try))$/.test(trimBoth(wanted[0]!));
  if (opens && unit === undefined) return undefined;
  const deeper = opens ? columns(unit!) : 0;
  const asFile = next === columns(prefix + was) + deeper;
  const asOld = next === columns(was) + deeper;
  if (asFile === asOld) return undefined;
  if (asFile) return literal;
  const closesMore = !opens && /^(?:[})\]]|end\b)/.test(trimBoth(visible[0]!));
  const shallower = visible.some(line => columns(indentOf(line)) < columns(was));
  return closesMore || shallower ? undefined : shifted;
}
