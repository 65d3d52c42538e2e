import { type JudgedCommand, risk } from '../../state/run.ts';
import { SECRET, SOME, UNKNOWN } from '../../state/value.ts';

export function printed(run: JudgedCommand, text: string): undefined {
  if (text.includes(SECRET)) risk(run, 'prints a secret');
  run.output = { kind: 'text', value: `${text}\n` };
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  a: '',
  b: '',
  e: '\u001B',
  f: '\f',
  v: '\v',
};

/** A text with its escapes read: a byte that is no character alone is some piece of a name, an odd escape unknown. */
export const decoded = (text: string): string =>
  text.replace(
    /\\(?:x([\da-fA-F]{1,2})|0([0-7]{1,3})|([0-7]{1,3})|([\\abefnrtv])|.)/gs,
    (_, hex, octal0, octal, letter) => {
      if (letter) return ESCAPES[letter] ?? '';
      const code = hex ? Number.parseInt(hex, 16) : Number.parseInt(octal0 ?? octal ?? '', 8);
      if (Number.isNaN(code)) return UNKNOWN;
      return code < 0x80 ? String.fromCharCode(code) : SOME;
    },
  );

/** The text of `printf FORMAT WORDS`: exact for plain `%s` and `%b`, something unknown otherwise. */
export function formatted([format = '', ...words]: readonly string[]): string {
  const plain = decoded(format);
  let index = 0;
  const once = (): string =>
    plain.replace(/%(?:%|-?\d*(?:\.\d+)?([a-zA-Z])|\(([^)]*)\)T)/g, (whole, kind: string | undefined) => {
      if (whole === '%%') return '%';
      const word = words[index++] ?? '';
      if (kind === 's' || kind === 'q') return word;
      return kind === 'b' ? decoded(word) : SOME;
    });
  let text = once();
  for (let round = 0; index > 0 && index < words.length && round < 100; round++) text += once();
  return text;
}
