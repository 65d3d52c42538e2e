const NUMBER = new Intl.NumberFormat('en-US');

/** A number in words: 12,345 */
export const sayNumber = (value: number): string => NUMBER.format(value);

/** A count in words: 1 line, 2 lines; irregular plurals are given. */
export function sayCount(count: number, one: string, many = `${one}s`): string {
  return `${sayNumber(count)} ${count === 1 ? one : many}`;
}

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

/** A list in words: a, b and c */
export function sayList(items: readonly string[], most = 5): string {
  const shown = items.slice(0, most);
  const rest = items.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${sayNumber(rest)} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** A text with notes last, each a line in brackets, so that they are told from what was asked for. */
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
