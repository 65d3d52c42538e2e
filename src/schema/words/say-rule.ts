import { isRecord } from '../json.ts';
import { shown } from './shown.ts';

const LONGEST = 200;
const counted = (count: unknown, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

const listed = (values: unknown, most: number, longest: number): string =>
  (values as unknown[])
    .slice(0, most)
    .map(each => shown(each, longest))
    .join(', ');

const SENTENCES: Readonly<Record<string, (value: unknown) => string>> = {
  minLength: value => (value === 1 ? 'not empty' : `at least ${counted(value, 'character')}`),
  maxLength: value => `at most ${counted(value, 'character')}`,
  pattern: value => `matches /${String(value).slice(0, LONGEST)}/`,
  format: value => `a ${String(value).slice(0, 40)}`,
  minimum: value => `at least ${value}`,
  maximum: value => `at most ${value}`,
  exclusiveMinimum: value => `more than ${value}`,
  exclusiveMaximum: value => `less than ${value}`,
  multipleOf: value => `a multiple of ${value}`,
  minItems: value => (value === 1 ? 'not empty' : `at least ${counted(value, 'item')}`),
  maxItems: value => `at most ${counted(value, 'item')}`,
  uniqueItems: () => 'no item twice',
  minProperties: value => (value === 1 ? 'not empty' : `at least ${value} entries`),
  maxProperties: value => `at most ${value} ${value === 1 ? 'entry' : 'entries'}`,
  prefixItems: value => `items in this order: ${value}`,
  default: value => `default ${shown(value, LONGEST)}`,
  examples: value => `for example ${listed(value, 3, 80)}`,
  enum: value => `only ${listed(value, 20, 40)}`,
  not: value => `not ${shown(value, LONGEST)}`,
  anyOf: value => `one of these holds: ${rules(value)}`,
  oneOf: value => `exactly one of these holds: ${rules(value)}`,
};

/** A rule that the provider does not hold, for its model to read. */
export function sayRule(keyword: string, value: unknown): string {
  const sentence = Object.hasOwn(SENTENCES, keyword) ? SENTENCES[keyword] : undefined;
  return sentence ? sentence(value) : `${keyword} ${shown(value, LONGEST)}`;
}

/** Rules as branches such as `{ required: ['a', 'b'] }` say them. */
function rules(value: unknown): string {
  const each = (part: unknown) => {
    const names = isRecord(part) && Object.keys(part).length === 1 && Array.isArray(part.required) ? part.required : [];
    return names.length > 0
      ? `${names.map(name => String(name).slice(0, 80)).join(' and ')} given`
      : shown(part, LONGEST);
  };
  return Array.isArray(value) ? value.slice(0, 12).map(each).join('; ') : shown(value, LONGEST);
}
