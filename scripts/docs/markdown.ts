/** Text in a cell of a table: one line, and no bar that would end the cell. */
export const cell = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

export const code = (text: string): string => `\`${text}\``;

/** A table; columns that are empty in every row are left out. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const kept = heads.map((_, column) => rows.some(row => (row[column] ?? '') !== ''));
  const line = (cells: readonly string[]) => `| ${cells.filter((_, column) => kept[column]).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(row => line(row.map(cell)))].join('\n');
}

export const GENERATED = '<!-- Made by scripts/build/build-docs.ts. Do not edit: run it again. -->';

/** Paragraphs, with one empty line between them and one end of line at the end. */
export const page = (...parts: readonly string[]): string => `${parts.filter(part => part !== '').join('\n\n')}\n`;
