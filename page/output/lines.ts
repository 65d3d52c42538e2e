import { type Pen, PLAIN, penAfter } from './colours.ts';

/** Rows that are drawn together. */
const TOGETHER = 100;
/** Characters of a row; a longer line goes on in the next one. */
export const LONGEST = 2_000;
/** Rows that are kept: a browser draws nothing that is higher than these. */
const MOST_ROWS = 1_500_000;

/** Some rows in their order. One that changes is another object. */
export interface Chunk {
  /** Of its first row, among all that ever were. */
  readonly first: number;
  readonly rows: readonly string[];
  /** The line that a row begins; 0 where it goes on with the one before, -1 for a remark of ours. */
  readonly numbers: readonly number[];
  /** How its first row begins to be drawn. */
  readonly pen: Pen;
  /** The line after which something is missing: how many lines that are nobody knows, and the next are counted from there. */
  readonly since?: number | undefined;
}

export interface Lines {
  append(text: string): void;
  /** Says something between what was printed. */
  remark(text: string): void;
  chunks(): readonly Chunk[];
  /** Rows that ever were; the first of those that are kept has the number `dropped`. */
  rows(): number;
  lines(): number;
  /** Something is missing among them. */
  hasGap(): boolean;
  /** Of the beginning, that had to make place: the numbers of its rows and lines. */
  dropped(): { readonly rows: number; readonly lines: number };
  /** Another number whenever something has changed. */
  version(): number;
}

interface Draft extends Chunk {
  readonly rows: string[];
  readonly numbers: number[];
}

/** What a program printed as rows of bounded length, however long it is and wherever it is cut. */
export function createLines(most = MOST_ROWS): Lines {
  let full: Chunk[] = [];
  let last: Draft = { first: 0, rows: [], numbers: [], pen: PLAIN };
  let pen: Pen = PLAIN;
  let lines = 0;
  let version = 0;
  let dropped = { rows: 0, lines: 0 };
  /** Of the line that has not ended: what is not yet in a row, and whether a part of it is. */
  let open = '';
  let goesOn = false;
  let held = '';
  let since: number | undefined;

  const add = (row: string, number: number) => {
    last.rows.push(row);
    last.numbers.push(number);
    pen = penAfter(row, pen);
    if (last.rows.length < TOGETHER) return;
    full.push(last);
    last = { first: last.first + TOGETHER, rows: [], numbers: [], pen, since };
    if (full.length * TOGETHER > most) drop();
  };
  const drop = () => {
    const gone = Math.ceil(full.length / 10);
    full = full.slice(gone);
    const before = full[0]?.numbers.find(number => number > 0) ?? lines;
    dropped = { rows: full[0]?.first ?? last.first, lines: before - 1 };
  };
  const addPart = (part: string) => {
    if (!goesOn) lines++;
    add(part, goesOn ? 0 : lines);
  };
  const endLine = (text: string) => {
    let rest = text;
    while (rest.length > LONGEST) {
      const at = cutAt(rest);
      addPart(rest.slice(0, at));
      goesOn = true;
      rest = rest.slice(at);
    }
    return rest;
  };
  return {
    append(text) {
      version++;
      let given = held + text;
      held = given.endsWith('\r') ? '\r' : '';
      if (held) given = given.slice(0, -1);
      const parts = given.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n');
      parts[0] = open + parts[0];
      for (const [index, part] of parts.entries()) {
        const rest = endLine(part);
        open = rest;
        if (index === parts.length - 1) break;
        addPart(rest);
        goesOn = false;
        open = '';
      }
    },
    remark(text) {
      version++;
      if (open !== '') addPart(open);
      open = '';
      goesOn = false;
      since = lines;
      add(text, -1);
    },
    chunks() {
      const rows = open === '' ? [...last.rows] : [...last.rows, open];
      const numbers = open === '' ? [...last.numbers] : [...last.numbers, goesOn ? 0 : lines + 1];
      return rows.length === 0 ? full : [...full, { ...last, rows, numbers }];
    },
    rows: () => last.first + last.rows.length + (open === '' ? 0 : 1),
    lines: () => lines + (open === '' || goesOn ? 0 : 1),
    hasGap: () => since !== undefined,
    dropped: () => dropped,
    version: () => version,
  };
}

/** Neither inside of an escape nor of a character. */
function cutAt(text: string): number {
  const begun = text.lastIndexOf('\u001b', LONGEST);
  const at = begun > LONGEST - 32 ? begun : LONGEST;
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code < 0xdc00 ? at - 1 : at;
}
