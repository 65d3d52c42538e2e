import { stringify } from 'yaml';
import { asCards, asPython, isObject } from '../sessions/forms.ts';

/**
 * How servers of others give their results: as Python programs print them (lists and models as YAML, dictionaries as
 * they are), as values, as JSON, as models of pydantic, as cards, as a table.
 */
export type ForeignForm = 'printed' | 'values' | 'json' | 'models' | 'cards' | 'table';

const asYaml = (value: unknown): string =>
  stringify(value, { sortMapEntries: true, lineWidth: 80, singleQuote: true, indentSeq: false }).trim();

const isFlat = (value: Record<string, unknown>): boolean =>
  Object.values(value).every(item => typeof item !== 'object' || item === null);

function printed(value: unknown): string {
  return isObject(value) && isFlat(value) ? asPython(value) : asYaml(value);
}

/** `[Email(id_='1', timestamp=datetime.datetime(2026, 5, 1, 12, 0), status=<Status.sent: 'sent'>)]` */
function asModels(value: unknown, name: string): string {
  if (Array.isArray(value)) return `[${value.map(item => asModels(item, name)).join(', ')}]`;
  if (!isObject(value) || Object.keys(value).some(key => !/^\w+$/.test(key))) return asPython(value);
  const pairs = Object.entries(value).map(([key, item]) => `${key}=${asField(key, item)}`);
  return `${name}(${pairs.join(', ')})`;
}

function asField(key: string, value: unknown): string {
  const time = typeof value === 'string' ? /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):\d\d$/.exec(value) : null;
  if (time) return `datetime.datetime(${time.slice(1).map(Number).join(', ')})`;
  if (key === 'status') return `<Status.${value}: '${value}'>`;
  return asPython(value);
}

function asTable(value: unknown): string {
  if (!Array.isArray(value) || !value.every(isObject) || value.length === 0) return printed(value);
  const keys = Object.keys(value[0]!);
  const row = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;
  return [row(keys), row(keys.map(() => '---')), ...value.map(item => row(keys.map(key => item[key] ?? '')))].join(
    '\n',
  );
}

/** Texts stay what they are. */
export function inForeignForm(value: unknown, form: ForeignForm, tool: string): unknown {
  if (typeof value === 'string' || form === 'values') return value;
  if (form === 'json') return JSON.stringify(value);
  if (form === 'cards') return asCards(value);
  if (form === 'table') return asTable(value);
  if (form === 'printed') return printed(value);
  return asModels(value, modelName(tool));
}

const modelName = (tool: string): string =>
  tool.includes('email')
    ? 'Email'
    : tool.includes('event')
      ? 'CalendarEvent'
      : tool.includes('file')
        ? 'CloudDriveFile'
        : 'Item';
