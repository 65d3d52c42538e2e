/** The source of a preview: a result, or an outcome. */
type Previewed = Readonly<{ title?: string; output?: string | object }>;

/** The preview of tools whose title says all that a person wants to know. */
export const previewTitle = ({ title = '' }: Previewed): readonly string[] => [title];

/** A preview of the title, then the first lines. */
export function previewHead(result: Previewed, maxLines: number): readonly string[] {
  const { title, lines } = linesOf(result);
  const all = [title, ...lines];
  return all.length <= maxLines ? all : [...all.slice(0, maxLines - 1), `${all[maxLines - 1]} …`];
}

/** A preview of the title, then the last lines: what a program prints last tells how it ended. */
export function previewTail(result: Previewed, maxLines: number): readonly string[] {
  const { title, lines } = linesOf(result);
  return [title, ...lines.slice(Math.max(0, lines.length - maxLines + 1))];
}

/** Lines that say something, without a line that only says the title again. */
function linesOf({ title = '', output = '' }: Previewed) {
  const lines = (typeof output === 'string' ? output : '').split('\n').filter(line => line.trim() !== '');
  const [first = ''] = lines;
  return { title, lines: title !== '' && first.startsWith(title) ? lines.slice(1) : lines };
}
