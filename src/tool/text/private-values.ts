import { secretValues, valuePattern } from './secret-values.ts';

/** The length at which a value stands in no other text by chance, if it is no word, place or name of a host. */
const TELLING = 16;
const MOST_VALUES = 500;
/** The longest file, in bytes, that is recognised as a whole in base64 and hex too. */
const MOST_ENCODED = 8 * 1024;

const PAIR = /["']?([\w.@/:-]{1,100}?)["']?(?:\s*=\s*|:\s+|(?<=password)[ \t]+)("[^"\n]*"|'[^'\n]*'|[^\s"',;}]+)/gi;
const PLACE = /^[./~]|:\/\/|^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?$|^[a-z]+(?:[-_.][a-z\d]{1,12})+$/i;

/** Finds the values of private files in other texts, and takes them out. */
export interface PrivateValues {
  /** The text without the values, and how often one stood there. */
  hide(text: string): { readonly text: string; readonly found: number };
}

export function createPrivateValues(contents: readonly string[]): PrivateValues {
  const values = [...new Set(contents.flatMap(valuesOf))].sort((a, b) => b.length - a.length).slice(0, MOST_VALUES);
  const pairs = contents.flatMap(shortPairs).slice(0, MOST_VALUES);
  return {
    hide(text) {
      let found = 0;
      const count = () => {
        found++;
        return '***';
      };
      // Most texts hold no value, and looking for each is far cheaper than a pattern of all.
      const here = valuePattern(values.filter(value => text.includes(value)));
      let hidden = here ? text.replace(here, count) : text;
      for (const { value, pattern } of pairs) if (hidden.includes(value)) hidden = hidden.replace(pattern, count);
      return { text: hidden, found };
    },
  };
}

function valuesOf(content: string): readonly string[] {
  const named = secretValues(Object.fromEntries(pairsIn(content)));
  const telling = content
    .replace(/\w+:\/\/\S+/g, ' ')
    .split(/[\s=,;:"'`]+/)
    .filter(isTelling);
  const bytes = Buffer.from(content.trim());
  // The last group of base64 depends on where the content ends.
  const whole =
    bytes.length > MOST_ENCODED ? [] : [bytes.toString('base64').replace(/.{4}$/, ''), bytes.toString('hex')];
  return [...named, ...telling, ...whole.filter(({ length }) => length >= TELLING)];
}

const pairsIn = (content: string): readonly (readonly [string, string])[] =>
  [...content.matchAll(PAIR)].map(([, name = '', value = '']) => [name, value.replace(/^(["'])(.*)\1$/, '$2')]);

const isTelling = (value: string): boolean =>
  value.length >= TELLING && /[A-Za-z]/.test(value) && /\d/.test(value) && !PLACE.test(value);

/** Names with their short values: a short value alone tells nothing, and much behind its name. */
const shortPairs = (content: string): readonly { readonly value: string; readonly pattern: RegExp }[] =>
  pairsIn(content)
    .filter(([name, value]) => value.length < 8 && secretValues({ [name]: value.padEnd(8, '.') }).length > 0)
    .map(([name, value]) => ({
      value,
      pattern: new RegExp(`(?<=${escaped(name)}["']?\\s*[=:]\\s*["']?)${escaped(value)}(?!\\w)`, 'g'),
    }));

const escaped = (text: string): string => valuePattern([text])!.source;
