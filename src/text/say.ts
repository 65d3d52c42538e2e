/** A number in words: 12,345. Written by hand: `Intl`, which knows all languages, takes a tenth of a start to load. */
export function sayNumber(value: number): string {
  const [whole = '', part] = String(Math.round(value * 1000) / 1000).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return part === undefined ? grouped : `${grouped}.${part}`;
}

/** A count in words: 1 line, 2 lines; irregular plurals are given. */
export const sayCount = (count: number, one: string, many = `${one}s`): string =>
  `${sayNumber(count)} ${count === 1 ? one : many}`;

/** A size in words: 512 bytes, 1.5 KB, 20 MB */
export function saySize(bytes: number): string {
  if (bytes < 1024) return sayCount(bytes, 'byte');
  const units = ['KB', 'MB', 'GB', 'TB'];
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1023.95 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${size < 10 ? size.toFixed(1).replace(/\.0$/, '') : Math.round(size)} ${units[unit]}`;
}

/** Dollars in words; small sums keep their digits: $12.50, $0.123, $0.0042 */
export const sayDollars = (dollars: number): string =>
  `$${dollars.toFixed(dollars >= 1 ? 2 : dollars >= 0.01 ? 3 : 4)}`;

interface TimeUnit {
  readonly unit: string;
  readonly size: number;
  /** The step that times are rounded to, and the unit of the rest; without that unit there is a fraction. */
  readonly step: number;
  readonly smaller?: string;
  /** Times from this one on have a larger unit. */
  readonly until: number;
}

const TIMES: readonly TimeUnit[] = [
  { unit: 'ms', size: 1, step: 1, until: 1_000 },
  { unit: 's', size: 1_000, step: 100, until: 60_000 },
  { unit: 'min', size: 60_000, step: 1_000, smaller: 's', until: 3_600_000 },
  { unit: 'h', size: 3_600_000, step: 60_000, smaller: 'min', until: 2 * 86_400_000 },
  { unit: 'd', size: 86_400_000, step: 3_600_000, smaller: 'h', until: Infinity },
];

/** A time in words, in its two largest units, for page and terminal: <1 ms, 1.5 s, 2 min, 1 h 30 min, 24 h, 30 d */
export function sayTime(milliseconds: number): string {
  if (milliseconds > 0 && milliseconds < 1) return '<1 ms';
  const rounded = (step: number) => Math.round(milliseconds / step) * step;
  // A time is rounded before it is compared: one that comes to a minute is not said as 60 seconds.
  const { unit, size, step, smaller } = TIMES.find(each => rounded(each.step) < each.until) ?? TIMES.at(-1)!;
  const time = rounded(step);
  if (smaller === undefined) return `${time / size} ${unit}`;
  const rest = Math.round((time % size) / step);
  return `${Math.floor(time / size)} ${unit}${rest > 0 ? ` ${rest} ${smaller}` : ''}`;
}

/** A list in words: a, b and c */
export function sayList(items: readonly string[], most = 5): string {
  const shown = items.slice(0, most);
  const rest = items.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${sayNumber(rest)} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** A text with notes at the end, each a line in brackets, so that they are told from what was asked for. */
export function withNotes(body: string, notes: readonly (string | undefined | false)[]): string {
  const said = notes.filter(note => typeof note === 'string' && note !== '').map(note => `[${note}]`);
  if (said.length === 0) return body;
  return body === '' ? said.join('\n') : `${body.replace(/\n$/, '')}\n\n${said.join('\n')}`;
}

/** A note on what a read of a folder left out because of the policy. */
export function sayHidden(hidden: number): string | undefined {
  if (hidden === 0) return undefined;
  return hidden === 1 ? '1 entry is hidden by the policy.' : `${sayNumber(hidden)} entries are hidden by the policy.`;
}
