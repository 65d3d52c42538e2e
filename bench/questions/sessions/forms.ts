import { numberFor } from '../session.ts';

/** How servers give their results: values, and values written as a text in one of four ways. */
type Form = (value: unknown) => unknown;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asYamlScalar = (value: unknown): string => {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  return /^[\w@.+ /-]+$/.test(value) && !/^[\d.-]+$/.test(value) ? value : JSON.stringify(value);
};

function asYaml(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return `${indent}[]`;
    return value
      .map(item => {
        if (!isObject(item) && !Array.isArray(item)) return `${indent}- ${asYamlScalar(item)}`;
        return `${indent}- ${asYaml(item, `${indent}  `).trimStart()}`;
      })
      .join('\n');
  }
  if (!isObject(value)) return `${indent}${asYamlScalar(value)}`;
  return Object.entries(value)
    .map(([key, item]) => {
      const isNested = (Array.isArray(item) && item.length > 0) || isObject(item);
      if (isNested) return `${indent}${key}:\n${asYaml(item, Array.isArray(item) ? indent : `${indent}  `)}`;
      if (typeof item === 'string' && item.includes('\n')) {
        const lines = item.split('\n').map(line => `${indent}  ${line}`);
        return `${indent}${key}: |-\n${lines.join('\n')}`;
      }
      return `${indent}${key}: ${Array.isArray(item) ? '[]' : asYamlScalar(item)}`;
    })
    .join('\n');
}

export function asPython(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asPython).join(', ')}]`;
  if (isObject(value)) {
    const pairs = Object.entries(value).map(([key, item]) => `'${key}': ${asPython(item)}`);
    return `{${pairs.join(', ')}}`;
  }
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'string') return String(value);
  const text = value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`;
}

/** A card for each item, as command-line tools and chat servers print them. */
export function asCards(value: unknown): string {
  if (Array.isArray(value)) {
    if (!value.some(isObject)) return value.join(', ');
    return value.map((item, at) => `[${at + 1}]\n${asCards(item)}`).join('\n\n');
  }
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([key, item]) => {
      const name = key.replaceAll('_', ' ').replace(/^./, first => first.toUpperCase());
      return `${name}: ${isObject(item) || Array.isArray(item) ? asCards(item) : String(item)}`;
    })
    .join('\n');
}

/** Like YAML, by a server that does not escape: what others wrote may look like keys. */
function asLines(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    if (!value.some(isObject)) return value.join(', ');
    return value.map(item => `${indent}- ${asLines(item, `${indent}  `).trimStart()}`).join('\n');
  }
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([key, item]) => `${indent}${key}: ${asLines(item, `${indent}  `)}`)
    .join('\n');
}

const FORMS: readonly Form[] = [
  value => value,
  value => value,
  value => JSON.stringify(value),
  value => JSON.stringify(value, null, 2),
  value => asYaml(value),
  value => asYaml(value),
  asPython,
  asCards,
  value => asLines(value),
];

/** A session's servers keep to one form; texts stay what they are. */
export function inForm(value: unknown, key: string): unknown {
  return typeof value === 'string' ? value : FORMS[numberFor(`form ${key}`, FORMS.length)]!(value);
}
