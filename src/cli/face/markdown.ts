import { lexer, type Token, type Tokens } from 'marked';
import { printable } from '../terminal/terminal.ts';
import { EMPTY_LINE, type Paint, type ShownLine } from './shown-line.ts';

/** Markdown as lines of a terminal. What stands in the text is shown, and draws nothing else. */
export function markdownLines(text: string, paint: Paint): ShownLine[] {
  return blockLines(lexer(printable(text)), paint);
}

/** Parts a text that still grows: the blocks that are whole, and the rest. */
export function splitBlocks(text: string): { readonly whole: string; readonly rest: string } {
  const tokens = lexer(text);
  const last = tokens.findLastIndex(({ type }) => type !== 'space');
  if (last <= 0) return { whole: '', rest: text };
  const whole = tokens
    .slice(0, last)
    .map(({ raw }) => raw)
    .join('');
  // A text that its parts do not add up to (tabs, line ends) stays in one piece.
  return text.startsWith(whole) ? { whole, rest: text.slice(whole.length) } : { whole: '', rest: text };
}

function blockLines(tokens: readonly Token[], paint: Paint): ShownLine[] {
  const blocks = tokens.filter(({ type }) => type !== 'space' && type !== 'def').map(token => blockOf(token, paint));
  return blocks.flatMap((lines, at) => (at === 0 ? lines : [EMPTY_LINE, ...lines]));
}

function blockOf(token: Token, paint: Paint): ShownLine[] {
  switch (token.type) {
    case 'heading':
      return [{ lead: '', text: paint(['bold', 'cyan'], inline(token as Tokens.Heading, paint)) }];
    case 'code':
      return (token as Tokens.Code).text.split('\n').map(line => ({ lead: '  ', text: paint('cyan', line) }));
    case 'blockquote':
      return indented(blockLines((token as Tokens.Blockquote).tokens, paint), paint('dim', '│ '));
    case 'list':
      return listLines(token as Tokens.List, paint);
    case 'hr':
      return [{ lead: '', text: paint('dim', '───') }];
    case 'table':
      return tableLines(token as Tokens.Table, paint);
    default:
      return textLines(inline(token as Tokens.Paragraph, paint));
  }
}

const textLines = (text: string): ShownLine[] => text.split('\n').map(line => ({ lead: '', text: line }));

const indented = (lines: readonly ShownLine[], by: string): ShownLine[] =>
  lines.map(line => ({ ...line, lead: `${by}${line.lead}` }));

function listLines({ items, ordered, start }: Tokens.List, paint: Paint): ShownLine[] {
  return items.flatMap((item, at) => {
    const number = ordered ? `${Number(start || 1) + at}. ` : '• ';
    const mark = item.task ? `${item.checked ? '[x]' : '[ ]'} ` : number;
    const blocks = item.tokens.filter(({ type }) => type !== 'space' && type !== 'checkbox');
    const lines = blocks.flatMap(token => blockOf(token, paint));
    const [first = EMPTY_LINE, ...rest] = lines;
    return [{ ...first, lead: `${paint('dim', mark)}${first.lead}` }, ...indented(rest, ' '.repeat(mark.length))];
  });
}

function tableLines({ header, rows }: Tokens.Table, paint: Paint): ShownLine[] {
  const cells = [header, ...rows].map(row => row.map(cell => inline(cell, plainPaint)));
  const widths = header.map((_, at) => cells.reduce((widest, row) => Math.max(widest, (row[at] ?? '').length), 0));
  return cells.map((row, index) => {
    const text = row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
    return { lead: '', text: index === 0 ? paint('bold', text) : text, cut: true };
  });
}

const plainPaint: Paint = (_, text) => text;

function inline(token: { readonly tokens?: Token[] | undefined; readonly text?: string }, paint: Paint): string {
  if (!token.tokens) return unescaped(token.text ?? '');
  return token.tokens.map(part => inlinePart(part, paint)).join('');
}

function inlinePart(part: Token, paint: Paint): string {
  switch (part.type) {
    case 'strong':
      return paint('bold', inline(part as Tokens.Strong, paint));
    case 'em':
      return paint('italic', inline(part as Tokens.Em, paint));
    case 'del':
      return paint('strikethrough', inline(part as Tokens.Del, paint));
    case 'codespan':
      return paint('cyan', unescaped((part as Tokens.Codespan).text));
    case 'br':
      return '\n';
    case 'link':
      return linkText(part as Tokens.Link, paint);
    case 'image':
      return `${(part as Tokens.Image).text} ${paint('dim', `(${(part as Tokens.Image).href})`)}`;
    default:
      return inline(part as Tokens.Text, paint);
  }
}

/** A link with its address, which is always to be read: the link's text may say something else. */
function linkText(link: Tokens.Link, paint: Paint): string {
  const text = inline(link, paint);
  return text === link.href ? paint('underline', text) : `${text} ${paint('dim', `(${link.href})`)}`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Entities of HTML are read as what they stand for, as a page would show them. */
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (all, name: string) => ENTITIES[name] ?? all);
