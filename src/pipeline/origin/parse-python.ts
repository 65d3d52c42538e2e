/** The most levels that values may lie in each other. */
const DEEPEST = 60;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '/': '/',
};
const WORDS: Readonly<Record<string, unknown>> = {
  True: true,
  False: false,
  None: null,
  true: true,
  false: false,
  null: null,
  nan: 'nan',
  inf: 'inf',
};

/**
 * Values as Python prints them: dictionaries, lists, tuples, models and data classes (`Mail(id='1', to=['a'])`, also
 * without a name around them), members of enumerations. Undefined for all else. A text within must be escaped as Python
 * does it: a text that ends early makes the whole a text, in which nothing stands for itself.
 */
export function parsePython(text: string): unknown {
  if (!/^\s*(?:[[{(]|[\p{L}_][\p{L}\p{N}_.]*[(=])/u.test(text)) return undefined;
  try {
    const reader = new PythonReader(text);
    const value = /^\s*[\p{L}_][\p{L}\p{N}_]*=/u.test(text) ? reader.fields() : reader.value(0);
    return reader.isAtEnd && typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (error instanceof NotPython) return undefined;
    throw error;
  }
}

class NotPython extends Error {}

class PythonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    this.#skip();
    return this.#at >= this.#text.length;
  }

  /** A model that is printed without its name: `id='1' to=['a']`. */
  fields(): unknown {
    const fields: [string, unknown][] = [];
    while (!this.isAtEnd) {
      const name = this.#take(/[\p{L}_][\p{L}\p{N}_]*=/uy) ?? fail();
      fields.push([name.slice(0, -1), this.value(1)]);
    }
    return Object.fromEntries(fields);
  }

  value(depth: number): unknown {
    if (depth > DEEPEST) fail();
    this.#skip();
    const next = this.#text[this.#at];
    if (next === '[') return this.#items(']', depth);
    if (next === '(') return this.#items(')', depth);
    if (next === '{') return this.#entries(depth);
    if (next === '<') return this.#member(depth);
    if (/^[bru]{0,2}['"]/i.test(this.#text.slice(this.#at, this.#at + 3))) return this.#string();
    const number = this.#take(/[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?(?![\p{L}\p{N}_])/iuy);
    if (number !== undefined) return number;
    const name = this.#take(/[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy) ?? fail();
    if (this.#text[this.#at] === '(') return this.#made(depth);
    if (Object.hasOwn(WORDS, name)) return WORDS[name];
    return name.includes('.') ? name : fail();
  }

  #items(end: string, depth: number): unknown[] {
    this.#at++;
    const items: unknown[] = [];
    while (!this.#ends(end)) {
      items.push(this.value(depth + 1));
      this.#comma(end);
    }
    return items;
  }

  #entries(depth: number): unknown {
    this.#at++;
    const entries: [string, unknown][] = [];
    const items: unknown[] = [];
    while (!this.#ends('}')) {
      const key = this.value(depth + 1);
      this.#skip();
      if (this.#text[this.#at] === ':') {
        this.#at++;
        entries.push([String(key), this.value(depth + 1)]);
      } else items.push(key);
      this.#comma('}');
    }
    if (items.length > 0 && entries.length > 0) fail();
    return items.length > 0 ? items : Object.fromEntries(entries);
  }

  /** The value that a call makes: its named fields; without such its one value, or all as one text (such as a date). */
  #made(depth: number): unknown {
    this.#at++;
    const fields: [string, unknown][] = [];
    const items: unknown[] = [];
    while (!this.#ends(')')) {
      const name = this.#take(/[\p{L}_][\p{L}\p{N}_]*\s*=(?!=)/uy);
      const value = this.value(depth + 1);
      if (name === undefined) items.push(value);
      else fields.push([name.replace(/\s*=$/, ''), value]);
      this.#comma(')');
    }
    const rest = items.length === 1 ? items[0] : items.map(item => JSON.stringify(item)).join(' ');
    if (fields.length === 0) return rest;
    return Object.fromEntries(items.length === 0 ? fields : [...fields, ['', rest]]);
  }

  /** `<Status.sent: 'sent'>` */
  #member(depth: number): unknown {
    this.#take(/<[\p{L}_][\p{L}\p{N}_.]*:\s*/uy) ?? fail();
    const value = this.value(depth + 1);
    this.#skip();
    if (this.#text[this.#at++] !== '>') fail();
    return value;
  }

  #string(): string {
    const prefix = this.#take(/[bru]*/iy) ?? '';
    const quote = this.#text[this.#at++];
    let text = '';
    for (;;) {
      const next = this.#text[this.#at++];
      if (next === undefined || next === '\n') fail();
      if (next === quote) break;
      text += next === '\\' && !/r/i.test(prefix) ? this.#escaped() : next;
    }
    this.#skip();
    // Two texts in a row are a sign that one text has ended too early.
    return /['"]/.test(this.#text[this.#at] ?? '') ? fail() : text;
  }

  #escaped(): string {
    const kind = this.#text[this.#at++] ?? fail();
    const digits = { x: 2, u: 4, U: 8 }[kind];
    if (digits === undefined) return ESCAPES[kind] ?? `\\${kind}`;
    const code = this.#text.slice(this.#at, this.#at + digits);
    this.#at += digits;
    const point = /^[0-9a-f]+$/i.test(code) && code.length === digits ? Number.parseInt(code, 16) : Infinity;
    return point <= 0x10ffff ? String.fromCodePoint(point) : fail();
  }

  #ends(end: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== end) return false;
    this.#at++;
    return true;
  }

  #comma(end: string): void {
    this.#skip();
    if (this.#text[this.#at] === ',') this.#at++;
    else if (this.#text[this.#at] !== end) fail();
  }

  #skip(): void {
    this.#take(/\s+/y);
  }

  #take(what: RegExp): string | undefined {
    what.lastIndex = this.#at;
    const found = what.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

function fail(): never {
  throw new NotPython();
}
