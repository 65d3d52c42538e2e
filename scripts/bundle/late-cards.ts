import { readFileSync } from 'node:fs';
import type { Plugin } from 'rolldown';

const CARDS = /[\\/]src[\\/]packs[\\/][\w-]+[\\/]tools\.json$/;

/** Parses a schema, and puts it where its text was asked for. */
const PARSE = `const parse = (card, name, text) => {
  const value = JSON.parse(text);
  Object.defineProperty(card, name, { value, enumerable: true });
  return value;
};`;

/** Leaves the schemas of what is told of tools as text until they are asked for: a call by name asks for none. */
export function lateCards(): Plugin {
  return {
    name: 'late-cards',
    load: id =>
      CARDS.test(id)
        ? { code: `${PARSE}\nexport default [${cardsIn(id).map(render).join(',\n')}];`, moduleType: 'js' }
        : null,
  };
}

const cardsIn = (file: string): readonly object[] => JSON.parse(readFileSync(file, 'utf8')) as readonly object[];

const render = (card: object): string => `{${Object.entries(card).map(renderField).join(', ')}}`;

function renderField([name, value]: [string, unknown]): string {
  const text = JSON.stringify(value);
  return name === 'parameters' || name === 'returns'
    ? `get ${name}() { return parse(this, '${name}', ${JSON.stringify(text)}); }`
    : `${JSON.stringify(name)}: ${text}`;
}
