/** The bytes of `10M`, `4k`, `2GiB`; `NaN` where the text is no size. */
export function parseSize(text: string): number {
  const found = /^(\d+(?:\.\d+)?)\s*([kKmMgGtTpP]?)(?:i?[bB])?$/.exec(text);
  if (!found) return Number.NaN;
  return Number(found[1]) * 1024 ** ' kmgtp'.indexOf(found[2]!.toLowerCase() || ' ');
}
