import type { TrueChange } from './true-change.ts';
import { indentOf } from './true-change.ts';

/** How a file's lines become bytes: endings, a mark, an encoding. The same for the file and for what it is to become. */
export interface FileForm {
  readonly name: string;
  /** Undefined for a file that cannot have this form. */
  bytes(lines: readonly string[], change: TrueChange): Uint8Array | undefined;
}

const utf8 = (text: string) => Buffer.from(text);

export const plainForm: FileForm = { name: 'plain', bytes: lines => utf8(`${lines.join('\n')}\n`) };

export const fileForms: readonly FileForm[] = [
  plainForm,
  { name: 'CRLF', bytes: lines => utf8(lines.map(line => `${line}\r\n`).join('')) },
  { name: 'no final line break', bytes: lines => utf8(lines.join('\n')) },
  { name: 'byte order mark', bytes: lines => utf8(`\uFEFF${lines.join('\n')}\n`) },
  {
    name: 'Latin-1',
    bytes: lines => {
      const text = `${lines.join('\n')}\né\n`;
      return /[^\u0000-\u00ff]/.test(text) ? undefined : Buffer.from(text, 'latin1');
    },
  },
  {
    name: 'UTF-16',
    bytes: lines => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${lines.join('\n')}\n`, 'utf16le')]),
  },
  {
    name: 'CRLF in the first half',
    bytes: (lines, { lines: before, at, steps }) => {
      const half = Math.floor(before.length / 2);
      const end = at + steps.length + 1;
      if (at <= half && end >= half) return undefined;
      const first = at > half ? half : half + lines.length - before.length;
      return utf8(lines.map((line, index) => line + (index < first ? '\r\n' : '\n')).join(''));
    },
  },
];

/** The same file indented by tabs, as Go and Makefiles are. */
export function withTabs(change: TrueChange, unit: number): TrueChange | undefined {
  const all = [...change.lines, ...change.steps.map(({ text }) => text)];
  if (all.some(line => line.startsWith('\t') || (line.trim() !== '' && indentOf(line).length % unit !== 0)))
    return undefined;
  const turn = (line: string) => '\t'.repeat(indentOf(line).length / unit) + line.trimStart();
  if (all.every(line => turn(line) === line)) return undefined;
  return {
    ...change,
    lines: change.lines.map(turn),
    steps: change.steps.map(step => ({ ...step, text: turn(step.text) })),
  };
}
