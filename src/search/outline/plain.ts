import { namesInSection } from '../answer/documents.ts';
import type { CodeSymbol } from '../symbol.ts';
import { extensionOf } from './grammars.ts';

const CHUNK_LINES = 60;
const MAX_CHUNKS = 60;
const MAX_CHUNK = 8_000;
const MARKDOWN = new Set(['md', 'mdx', 'markdown', 'rst']);

/** Outlines a document by its headings, and any other text in stretches of equal length. */
export function outlinePlain(path: string, text: string): CodeSymbol[] {
  const lines = text.split('\n');
  const name = path.slice(path.lastIndexOf('/') + 1);
  const plain = { container: '', local: false, signature: '', doc: '' };
  const first = lines.slice(0, CHUNK_LINES).join('\n').slice(0, MAX_CHUNK);
  const file: CodeSymbol = { ...plain, name, kind: 'file', line: 1, endLine: lines.length, body: first };
  const starts = MARKDOWN.has(extensionOf(path)) ? headings(lines) : stretches(lines);
  const rest = starts.slice(0, MAX_CHUNKS).map(({ line, heading }, index): CodeSymbol => {
    const endLine = starts[index + 1]?.line ?? lines.length;
    const textFrom = (start: number) => lines.slice(start, endLine).join('\n').slice(0, MAX_CHUNK);
    const place = { line: line + 1, endLine, body: textFrom(line) };
    if (heading === undefined) return { ...plain, name: '', kind: 'text', ...place };
    const said = textFrom(line + 1);
    const doc = firstWords(said.slice(0, 2_000));
    const signature = namesInSection(lines[line]!.replace(/^#+/, ''), said);
    return { ...plain, name: heading, kind: 'section', ...place, doc, signature };
  });
  return [file, ...rest];
}

const MAX_DOC = 400;

/** The first words of a section, without code, anchors and lists of links. */
const firstWords = (text: string): string =>
  text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/<[^>\n]*>|\]\([^)\n]*\)/g, ' ')
    .trim()
    .slice(0, MAX_DOC);

interface Start {
  readonly line: number;
  readonly heading?: string;
}

function headings(lines: readonly string[]): Start[] {
  const starts: Start[] = [];
  let fenced = false;
  for (const [line, text] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(text)) fenced = !fenced;
    const heading = fenced ? undefined : /^#{1,6}\s+(.{1,200})/.exec(text)?.[1];
    const next = lines[line + 1] ?? '';
    const underlined =
      !fenced && /^(?:={3,}|-{3,}|~{3,})\s*$/.test(next) && /^\w.{0,200}$/.test(text) ? text : undefined;
    const title = heading ?? underlined;
    if (title !== undefined) starts.push({ line, heading: title.replace(/[#`*]+/g, '').trim() });
  }
  return starts;
}

function stretches(lines: readonly string[]): Start[] {
  const starts: Start[] = [];
  for (let line = CHUNK_LINES; line < lines.length; line += CHUNK_LINES) starts.push({ line });
  return starts;
}
