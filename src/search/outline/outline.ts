import type { CodeSymbol, SymbolKind } from '../symbol.ts';
import { findDefinitions, type SymbolDefinition } from './definitions.ts';
import { docAbove, docInside, leadingDoc } from './doc-comment.ts';
import { extensionOf, grammarOf } from './grammars.ts';
import { outlinePlain } from './plain.ts';
import { testTitles } from './titles-of-tests.ts';

const MAX_BODY = 12_000;
const MAX_SIGNATURE = 240;
/** The longest line: a file with a longer one is machine-made, and nobody asks for places in it. */
const MAX_LINE = 5_000;

/** All that can be found in a file: the file itself, then what it defines. */
export async function outline(path: string, text: string): Promise<CodeSymbol[]> {
  const grammar = grammarOf(path);
  if (!grammar || isDense(text)) return outlinePlain(path, text);
  const definitions = await findDefinitions(text, grammar).catch(() => undefined);
  if (!definitions) return outlinePlain(path, text);
  return fromDefinitions(path, text, definitions);
}

/** Looks no further than the first long line, and copies nothing. */
const isDense = (text: string): boolean => {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    if ((end < 0 ? text.length : end) - at > MAX_LINE) return true;
    if (end < 0) return false;
    at = end + 1;
  }
  return false;
};

function fromDefinitions(path: string, text: string, definitions: readonly SymbolDefinition[]): CodeSymbol[] {
  const lines = text.split('\n');
  const python = extensionOf(path).startsWith('py');
  const around: SymbolDefinition[] = [];
  const symbols: CodeSymbol[] = [];
  const docs = definitions.map(({ line }) => docAbove(lines, line));
  const lineStarts = startsOf(lines);
  const places = definitions.map(({ start, end, line }, index) => {
    const above = docs[index]!.line;
    return { start: above < line ? lineStarts[above]! : start, end };
  });
  const bodies = bodiesOf(text, places);
  for (const [index, definition] of definitions.entries()) {
    while (around.length > 0 && around.at(-1)!.end <= definition.start) around.pop();
    const outer = around.filter(one => one.kind !== 'module');
    const local = outer.some(({ kind }) => kind === 'function' || kind === 'method');
    around.push(definition);
    if (definition.kind === 'impl' || (local && definition.kind === 'constant')) continue;
    const head = text.slice(definition.start, definition.end);
    const { name, container } = qualified(definition.name, around.slice(0, -1));
    const receiver = /^func\s*\(\s*(?:\w+\s+)?\*?\s*(\w+)/.exec(head)?.[1];
    symbols.push({
      name,
      kind: kindIn(definition.kind, outer.at(-1)?.kind),
      container: container || (definition.kind === 'method' && receiver) || ownerOf(head),
      line: definition.line + 1,
      endLine: definition.endLine + 1,
      local,
      signature: signatureOf(extensionOf(path) === 'rb' ? head.split('\n', 1)[0]! : head),
      doc: (python && docInside(head)) || docs[index]!.text,
      body: bodies[index + 1] as string,
    });
  }
  const name = path.slice(path.lastIndexOf('/') + 1);
  const file = { name, kind: 'file', container: '', line: 1, endLine: lines.length, local: false } as const;
  const whole = { ...file, signature: '', doc: leadingDoc(lines), body: bodies[0] as string };
  return [whole, ...symbols, ...testTitles(path, lines)];
}

/** The kind of a symbol by what it lies in: a function in a class is a method, whatever the grammar calls it. */
const kindIn = (kind: SymbolKind, outer: SymbolDefinition['kind'] | undefined): SymbolKind =>
  kind === 'function' && outer !== undefined && /^(?:class|interface|impl|enum)$/.test(outer) ? 'method' : kind;

/** The owner of a method in `Shape.prototype.area = function`: `Shape`. */
const ownerOf = (head: string): string => /^([\w$]+)\.prototype\.[\w$]+\s*=/.exec(head)?.[1] ?? '';

/** The name and its container. `Shape::area` in C++ carries its container in its name. */
function qualified(name: string, around: readonly SymbolDefinition[]): { name: string; container: string } {
  // A computed name (`[Symbol.iterator]`) is no path.
  const parts = name.startsWith('[') ? [name] : name.split(/::|\./);
  const own = (parts.pop() || name).replace(/^['"`#]+|['"`]+$/g, '');
  const containers = [...around.map(one => one.name), ...parts].filter(Boolean);
  return { name: own || name, container: containers.join('.').slice(-200) };
}

function signatureOf(head: string): string {
  const text = head.slice(0, MAX_SIGNATURE * 2);
  const end = /\{\s*(?:\n|$)|=>\s*(?:\{|\n)|:\s*\n|;\s*\n/.exec(text)?.index ?? text.length;
  return text.slice(0, end).replace(/\s+/g, ' ').trim().slice(0, MAX_SIGNATURE);
}

function startsOf(lines: readonly string[]): number[] {
  let at = 0;
  return lines.map(line => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

/** The text of the file and of each definition, without the text of the definitions inside. */
function bodiesOf(text: string, definitions: readonly Pick<SymbolDefinition, 'start' | 'end'>[]): string[] {
  const bodies = ['', ...definitions.map(() => '')];
  const open: { index: number; end: number }[] = [{ index: 0, end: text.length }];
  let at = 0;
  const take = (until: number) => {
    const { index } = open.at(-1)!;
    if (until > at && bodies[index]!.length < MAX_BODY) bodies[index] += `${text.slice(at, until)}\n`;
    at = Math.max(at, until);
  };
  for (const [index, { start, end }] of definitions.entries()) {
    while (open.length > 1 && open.at(-1)!.end <= start) {
      take(open.at(-1)!.end);
      open.pop();
    }
    take(start);
    open.push({ index: index + 1, end });
  }
  for (; open.length > 0; open.pop()) take(open.at(-1)!.end);
  return bodies.map(body => body.slice(0, MAX_BODY));
}
