/** `?pace=400` in the address: milliseconds between two steps, for who records the demo or has seen it before. */
export function paceOf(search: string): { readonly pace?: number } {
  const given = new URLSearchParams(search).get('pace');
  return given !== null && /^\d{1,5}$/.test(given) ? { pace: Math.min(60_000, Number(given)) } : {};
}
