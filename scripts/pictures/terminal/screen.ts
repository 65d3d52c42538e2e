/** How a cell looks: `colour` is a number of the terminal's own sixteen, or the value of a colour of its own. */
export interface Look {
  readonly colour?: number | string;
  readonly ground?: number | string;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underlined?: true;
  readonly inverse?: true;
}

export interface Cell {
  readonly text: string;
  readonly look: Look;
}

const PLAIN: Look = {};

/** What a terminal shows after these bytes, with all lines that have scrolled away; enough of one for what Toolgate prints. */
export function readScreen(bytes: string, size: { readonly columns: number; readonly rows: number }): Cell[][] {
  const lines: Cell[][] = [[]];
  let [x, y, look] = [0, 0, PLAIN];
  const top = () => Math.max(0, lines.length - size.rows);
  const go = (column: number, line: number) => {
    x = Math.max(0, column);
    y = Math.max(0, line);
    while (lines.length <= y) lines.push([]);
  };
  const put = (text: string) => {
    if (x >= size.columns) go(0, y + 1);
    const line = lines[y]!;
    while (line.length < x) line.push({ text: ' ', look: PLAIN });
    line[x++] = { text, look };
  };
  const up = (n: number) => Math.max(top(), y - n);
  const moves: Readonly<Record<string, (n: number, m: number) => void>> = {
    A: n => go(x, up(n)),
    B: n => go(x, y + n),
    C: n => go(x + n, y),
    D: n => go(x - n, y),
    E: n => go(0, y + n),
    F: n => go(0, up(n)),
    G: n => go(n - 1, y),
    H: (n, m) => go(m - 1, top() + n - 1),
  };
  for (const [part, numbers, verb] of bytes.matchAll(TOKENS)) {
    if (verb === 'm') look = lookAfter(look, numbers ?? '');
    else if (verb === 'K') erase(lines[y]!, x, numbers ?? '');
    else if (verb === 'J') eraseBelow(lines, { x, y: numbers === '2' ? top() : y, all: numbers === '2' });
    else if (verb) {
      const [n, m] = (numbers ?? '').split(';').map(each => Math.max(1, Number(each)));
      moves[verb]?.(n || 1, m || 1);
    } else if (part === '\r') go(0, y);
    else if (part === '\n') go(x, y + 1);
    else if (part === '\b') go(x - 1, y);
    else if (part === '\t') go(x + 8 - (x % 8), y);
    else if (part >= ' ' && part !== '\x7f') put(part);
  }
  return lines;
}

/** A code with its numbers and its verb, a title or a link, another escape, or one letter as people see it. */
const TOKENS = new RegExp(
  [
    '\\x1b\\[[?>=]?([\\d;]*)([A-Za-z])',
    '\\x1b\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)',
    '\\x1b.',
    '\\P{M}[\\p{M}\\u200d\\ufe0f]*',
  ].join('|'),
  'gsu',
);

function erase(line: Cell[], x: number, how: string): void {
  if (how === '1' || how === '2')
    for (let at = 0; at <= x && at < line.length; at++) line[at] = { text: ' ', look: PLAIN };
  if (how !== '1') line.length = Math.min(line.length, how === '2' ? 0 : x);
}

function eraseBelow(lines: Cell[][], { x, y, all }: { x: number; y: number; all: boolean }): void {
  lines[y]!.length = Math.min(lines[y]!.length, all ? 0 : x);
  lines.length = y + 1;
}

const STYLES: Readonly<Record<number, Look>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underlined: true },
  7: { inverse: true },
};

function lookAfter(look: Look, numbers: string): Look {
  let next = look;
  const codes = numbers.split(';').map(Number);
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    const style = STYLES[code];
    if (code === 0) next = PLAIN;
    else if (style) next = { ...next, ...style };
    else if (code === 22) next = { ...next, bold: undefined, dim: undefined };
    else if (code >= 23 && code <= 27) next = { ...next, ...OFF[code] };
    else if (code === 39) next = { ...next, colour: undefined };
    else if (code === 49) next = { ...next, ground: undefined };
    else if (code === 38 || code === 48) {
      const [value, used] = ownColour(codes.slice(at + 1));
      next = code === 38 ? { ...next, colour: value } : { ...next, ground: value };
      at += used;
    } else if (code >= 30 && code <= 37) next = { ...next, colour: code - 30 };
    else if (code >= 90 && code <= 97) next = { ...next, colour: code - 82 };
    else if (code >= 40 && code <= 47) next = { ...next, ground: code - 40 };
  }
  return next;
}

const OFF: Readonly<Record<number, Look>> = {
  23: { italic: undefined },
  24: { underlined: undefined },
  27: { inverse: undefined },
};

/** A colour of 256 or of all, and how many numbers it took. */
function ownColour([kind, ...rest]: readonly number[]): [value: number | string | undefined, used: number] {
  if (kind === 2) return [`rgb(${rest.slice(0, 3).join(' ')})`, 4];
  const [entry = 0] = rest;
  if (entry < 16) return [entry, 2];
  if (entry >= 232)
    return [
      `rgb(${Array(3)
        .fill((entry - 232) * 10 + 8)
        .join(' ')})`,
      2,
    ];
  const level = (step: number) => (step === 0 ? 0 : step * 40 + 55);
  const at = entry - 16;
  return [`rgb(${[Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map(level).join(' ')})`, 2];
}
