import { readFileSync } from 'node:fs';

/**
 * The text of a program that lies in a file beside its user, so that linters and editors read it. `__NAME__` in it
 * becomes the value of that name. A bundle holds the text itself in place of the address (scripts/bundle/relocate-urls.ts).
 */
export function readProgram(program: URL | string, values: Readonly<Record<string, string | number>> = {}): string {
  const text = typeof program === 'string' ? program : readFileSync(program, 'utf8');
  return text.replace(/__([A-Z_]+)__/g, (whole, name) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}
