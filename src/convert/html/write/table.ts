import { largestOf } from '../../../tool/lists/long-lists.ts';
import type { PageElement } from '../dom.ts';

/** The most columns or rows of a cell; a page may claim any number. */
const MOST_SPAN = 50;
const MOST_COLUMNS = 100;

const span = (cell: PageElement, name: string): number =>
  Math.min(MOST_SPAN, Math.max(1, Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1));

const isCell = ({ localName }: PageElement): boolean => localName === 'td' || localName === 'th';

/** Rows of this table, not of those inside its cells. */
function rowsOf(table: PageElement): readonly PageElement[] {
  const isPart = ({ localName }: PageElement) => /^t(?:head|body|foot)$/.test(localName);
  const below = [...table.children].flatMap(child => (isPart(child) ? [...child.children] : [child]));
  return below.filter(({ localName }) => localName === 'tr');
}

/** Whether a table only places things: it has one column, or its role says so. */
export function isLayout(table: PageElement): boolean {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none') return true;
  if (table.querySelector('th, caption')) return false;
  const rows = rowsOf(table);
  const widths = rows.slice(0, 1_000).map(row => [...row.children].filter(isCell).length);
  return largestOf(widths, 0) < 2 || table.querySelector('td table, td h1, td h2, td pre') !== null;
}

/** Cells by row and column; a cell that spans several stands in each, so that every row has all columns. */
export function gridOf(table: PageElement, say: (cell: PageElement) => string): readonly (readonly string[])[] {
  const grid: string[][] = [];
  const rows = rowsOf(table);
  for (const [at, row] of rows.entries()) {
    grid[at] ??= [];
    let column = 0;
    for (const cell of [...row.children].filter(isCell)) {
      while (grid[at]![column] !== undefined) column++;
      if (column >= MOST_COLUMNS) break;
      const text = say(cell);
      for (let down = 0; down < span(cell, 'rowspan') && at + down < rows.length; down++) {
        grid[at + down] ??= [];
        for (let right = 0; right < span(cell, 'colspan'); right++) grid[at + down]![column + right] = text;
      }
      column += span(cell, 'colspan');
    }
  }
  const widths = grid.map(row => row.length);
  const width = largestOf(widths, 0);
  return grid.filter(row => row.length > 0).map(row => Array.from({ length: width }, (_, index) => row[index] ?? ''));
}

/** Writes cells; the first row is the head, which Markdown tables must have. */
export function writeGrid(grid: readonly (readonly string[])[]): string {
  const [head, ...rest] = grid.map(row => `| ${row.map(cell => cell.replace(/\|/g, '\\|')).join(' | ')} |`);
  if (head === undefined) return '';
  const line = `|${' --- |'.repeat(grid[0]!.length)}`;
  return [head, line, ...rest].join('\n');
}
