import type { ToolSummary } from '../types.ts';

/** The most characters of all lines together: about a thousand tokens, however many tools there are. */
const MOST = 4_000;
const MOST_LINE = 140;

/** A line for each tool; where these are too many, a line for each place they come from, with as many names as fit. */
export function summarise(tools: readonly ToolSummary[]): string {
  const lines = tools.map(({ name, description }) =>
    shortenLine(`- ${name}: ${firstSentence(description)}`, MOST_LINE),
  );
  if (lengthOfLines(lines) <= MOST) return lines.join('\n');
  const places = [...Map.groupBy(tools, ({ name }) => placeOf(name))];
  const room = Math.max(MOST_LINE, Math.floor(MOST / places.length));
  const shown = places.slice(0, Math.floor(MOST / MOST_LINE)).map(([place, own]) => namesOf(place, own, room));
  const left = places.length - shown.length;
  return [...shown, ...(left > 0 ? [`- and ${left} more places`] : [])].join('\n');
}

export const lengthOfLines = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + line.length + 1, 0);

/** The place of a tool: tools of one server share the part before the two underscores. */
const placeOf = (name: string): string => (name.includes('__') ? name.slice(0, name.indexOf('__')) : '');

function namesOf(place: string, tools: readonly ToolSummary[], room: number): string {
  const head = `- ${place === '' ? 'others' : place} (${tools.length} tools, search them by what they do): `;
  const names: string[] = [];
  let used = head.length + 1;
  for (const { name } of tools) {
    used += name.length + 2;
    if (used > room) break;
    names.push(name);
  }
  return shortenLine(`${head}${names.join(', ')}${names.length < tools.length ? ', …' : ''}`, room);
}

/** The first sentence of a foreign tool's own description, as one line, whatever it holds. */
const firstSentence = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return /^.*?[.!?](?=\s|$)/u.exec(line)?.[0] ?? line;
};

export const shortenLine = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
