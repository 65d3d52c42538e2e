import type { Cell, Look } from './screen.ts';

const CELL = { width: 7.8, height: 18 };
const MARGIN = 16;

/** The sixteen colours of a terminal, on white and on black; each can be read on its ground. */
const LIGHT =
  '#24292f #b3261e #116329 #7a4f01 #0550ae #8250df #0b6e78 #57606a #57606a #b3261e #116329 #7a4f01 #0550ae #8250df #0b6e78 #24292f';
const DARK =
  '#6e7681 #ff7b72 #56d364 #e3b341 #79c0ff #d2a8ff #56d4dd #c9d1d9 #8b949e #ffa198 #7ee787 #f2cc60 #a5d6ff #e2c5ff #b3f0ff #f0f6fc';

const rules = (colours: string): string =>
  colours
    .split(' ')
    .map((colour, index) => `.c${index}{fill:${colour}}`)
    .join('');

/** Lines of a terminal as a picture that follows the reader's light or dark, drawn with the reader's own letters. */
export function toSvg(lines: readonly (readonly Cell[])[], columns: number, title: string): string {
  const width = Math.round(columns * CELL.width + 2 * MARGIN);
  const height = lines.length * CELL.height + 2 * MARGIN;
  const rows = lines.map((line, index) =>
    runsOf(line)
      .map(run => drawn(run, MARGIN + index * CELL.height))
      .join(''),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#24292f;white-space:pre}
.page{fill:#fff;stroke:#d0d7de}.b{font-weight:700}.d{opacity:.7}.i{font-style:italic}.u{text-decoration:underline}${rules(LIGHT)}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#0d1117;stroke:#30363d}${rules(DARK)}}</style>
<rect class="page" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${rows.filter(row => row !== '').join('\n')}
</svg>
`;
}

interface Run {
  readonly at: number;
  readonly text: string;
  readonly look: Look;
}

/** Cells beside each other that look the same; blanks alone are not drawn. */
function runsOf(line: readonly Cell[]): readonly Run[] {
  const runs: { at: number; text: string; look: Look }[] = [];
  for (const [at, { text, look }] of line.entries()) {
    const last = runs.at(-1);
    if (last && JSON.stringify(last.look) === JSON.stringify(look)) last.text += text;
    else runs.push({ at, text, look });
  }
  return runs.flatMap(({ at, text, look }) => {
    if (text.trim() === '' && look.ground === undefined && !look.inverse) return [];
    const shown = text.trimEnd();
    const indent = shown.length - shown.trimStart().length;
    return [{ at: at + indent, text: shown.slice(indent), look }];
  });
}

function drawn({ at, text, look }: Run, top: number): string {
  const classes = [
    ...(typeof look.colour === 'number' ? [`c${look.colour}`] : []),
    ...(look.bold ? ['b'] : []),
    ...(look.dim ? ['d'] : []),
    ...(look.italic ? ['i'] : []),
    ...(look.underlined ? ['u'] : []),
  ].join(' ');
  const [x, y] = [MARGIN + at * CELL.width, top + 13];
  const length = [...text].length * CELL.width;
  const colour = typeof look.colour === 'string' ? ` fill="${look.colour}"` : '';
  const named = classes === '' ? '' : ` class="${classes}"`;
  // A length of its own keeps columns where they are, whichever letters the reader has.
  return `<text x="${round(x)}" y="${round(y)}" textLength="${round(length)}"${named}${colour}>${escaped(text)}</text>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
