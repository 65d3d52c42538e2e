import type { Rules } from '../profiles.ts';

/** Whether the provider holds the bound when the bound is sent. */
export function isHeld(rules: Rules, keyword: string, value: unknown): boolean {
  if (!rules.limits.has(keyword)) return false;
  if (keyword === 'format') return rules.formats === undefined || rules.formats.has(String(value));
  if (keyword === 'pattern') return !rules.plainPatterns || isPlainPattern(String(value));
  return keyword !== 'minItems' || (value as number) <= rules.mostMinItems;
}

/** Whether a pattern is plain: no look-around, no back reference, no classes of Unicode, no word boundary. */
export const isPlainPattern = (pattern: string): boolean => !/\(\?(?!:)|\\[1-9bBkpP]/.test(pattern);

/** Whether a format says it all: beside `format: 'date'` Zod writes 300 letters, no help to models and grammars. */
export function isSaidByFormat(rules: Rules, limits: Readonly<Record<string, unknown>>, keyword = 'pattern'): boolean {
  if (rules.anyKeyword || keyword !== 'pattern' || typeof limits.format !== 'string') return false;
  return String(limits.pattern ?? '').length > 40;
}
