import { parseAst } from 'rolldown/parseAst';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What is made when it is first asked for, and a property that is. */
const OWN = `
const schemaWhenAsked = make => { let made; return () => (made ??= make()); };
const keepSchema = (all, name, value) => { Object.defineProperty(all, name, { value, enumerable: true }); return value; };
`;

/**
 * Makes each schema of an era of MCP when it is first asked for: the SDK makes all hundred and fifty with the first message,
 * and a client that lists tools needs ten of them.
 */
export function lateSchemas(code: string): string {
  const edits: Edit[] = [];
  const functions = (parseAst(code) as unknown as { readonly body: readonly SyntaxNode[] }).body.filter(
    ({ type }) => type === 'FunctionDeclaration',
  );
  for (const each of functions) {
    const text = code.slice(each.start, each.end);
    if (/^function build(?:\$\d+)?\(\) \{/.test(text)) makeLate(each, edits);
    else if (/\bconst s = buildSchemas\d+\(\);/.test(text)) readLate(each, edits);
  }
  if (edits.length < 1_000) throw new Error('The SDK builds its schemas in another way');
  return `${withEdits(code, edits)}${OWN}`;
}

/** In a function that makes all of them: each is made by a function, and a property of what comes back asks it. */
function makeLate(maker: SyntaxNode, edits: Edit[]): void {
  const statements = (maker.body as SyntaxNode).body as readonly SyntaxNode[];
  const made = statements.flatMap(schemaIn);
  const names = new Set(made.map(({ id }) => (id as SyntaxNode).name));
  for (const each of statements) {
    const schema = made.find(({ start, end }) => start > each.start && end <= each.end);
    const init = schema?.init as SyntaxNode | undefined;
    if (init) edits.push({ start: init.start, end: init.start, text: 'schemaWhenAsked(() => (' });
    if (each.type === 'ReturnStatement')
      for (const property of propertiesOf(each.argument)) toGetter(property, names, edits);
    else callNames(init ?? each, names, edits);
    if (init) edits.push({ start: init.end, end: init.end, text: '))' });
  }
}

/** The declaration of a schema, or of a table of them. */
const schemaIn = ({ declarations }: SyntaxNode): readonly SyntaxNode[] =>
  ((declarations ?? []) as readonly SyntaxNode[]).filter(
    ({ id, init }) =>
      /Schemas?(?:\$\d+|\d{4})?$/.test(String((id as SyntaxNode).name)) &&
      /^(?:Call|Object)Expression$/.test((init as SyntaxNode | null)?.type ?? ''),
  );

/** In a function that puts those of an era into tables: each is asked for when the table is. */
function readLate(reader: SyntaxNode, edits: Edit[]): void {
  const value = reader.type === 'Property' ? (reader.value as SyntaxNode) : undefined;
  if ((value?.object as SyntaxNode | undefined)?.name === 's') toGetter(reader, new Set(), edits);
  else for (const inside of childrenOf(reader)) readLate(inside, edits);
}

const propertiesOf = (node: unknown): readonly SyntaxNode[] => (node as SyntaxNode).properties as readonly SyntaxNode[];

function toGetter(property: SyntaxNode, names: ReadonlySet<unknown>, edits: Edit[]): void {
  const key = property.key as SyntaxNode;
  const value = property.value as SyntaxNode;
  const name = JSON.stringify(key.name ?? key.value);
  edits.push({
    start: property.start,
    end: property.shorthand ? property.start : value.start,
    text: `get ${name}() { return keepSchema(this, ${name}, `,
  });
  callNames(value, names, edits);
  edits.push({ start: property.end, end: property.end, text: ') }' });
}

/** Asks for a schema wherever one is named. */
function callNames(node: SyntaxNode, names: ReadonlySet<unknown>, edits: Edit[]): void {
  const { type, end, name, shorthand } = node;
  if (type === 'Identifier') {
    if (names.has(name)) edits.push({ start: end, end, text: '()' });
  } else if (type === 'Property' && shorthand) {
    const key = (node.key as SyntaxNode).name;
    if (names.has(key)) edits.push({ start: end, end, text: `: ${key}()` });
  } else if (type === 'Property') callNames(node.value as SyntaxNode, names, edits);
  else if (type === 'MemberExpression') callNames(node.object as SyntaxNode, names, edits);
  else for (const inside of childrenOf(node)) callNames(inside, names, edits);
}

const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  Object.values(node)
    .flat()
    .filter((part): part is SyntaxNode => typeof (part as SyntaxNode | null)?.type === 'string');

/** The text with what was put in, from its beginning to its end; at one place in the order in which it came. */
function withEdits(code: string, edits: readonly Edit[]): string {
  let at = 0;
  let text = '';
  for (const { start, end, text: put } of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, start) + put;
    at = end;
  }
  return text + code.slice(at);
}
