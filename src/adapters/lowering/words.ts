import { isJsonObject } from '../is-json-object.ts';
import { isJson, type RefTargets, type Shape } from './shape.ts';

const LONGEST = 200;

function asText(value: unknown, most = LONGEST): string {
  const text = (isJson(value) ? JSON.stringify(value) : undefined) ?? 'something that is no JSON';
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

const counted = (count: unknown, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

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
  default: value => `default ${asText(value)}`,
  examples: value =>
    `for example ${(value as unknown[])
      .slice(0, 3)
      .map(each => asText(each, 80))
      .join(', ')}`,
  enum: value =>
    `only ${(value as unknown[])
      .slice(0, 20)
      .map(each => asText(each, 40))
      .join(', ')}`,
  not: value => `not ${asText(value)}`,
  anyOf: value => `one of these holds: ${rules(value)}`,
  oneOf: value => `exactly one of these holds: ${rules(value)}`,
};

/** A rule that the provider does not hold, for its model to read. */
export function sayRule(keyword: string, value: unknown): string {
  const sentence = Object.hasOwn(SENTENCES, keyword) ? SENTENCES[keyword] : undefined;
  return sentence ? sentence(value) : `${keyword} ${asText(value)}`;
}

/** Branches such as `{ required: ['a', 'b'] }`. */
function rules(value: unknown): string {
  const each = (part: unknown) => {
    const names =
      isJsonObject(part) && Object.keys(part).length === 1 && Array.isArray(part.required) ? part.required : [];
    return names.length > 0 ? `${names.map(name => String(name).slice(0, 80)).join(' and ')} given` : asText(part);
  };
  return Array.isArray(value) ? value.slice(0, 12).map(each).join('; ') : asText(value);
}

/** What keys of a record look like. */
export function sayKeys(keys: Shape, targets: RefTargets): string {
  const limits =
    keys.kind === 'scalar' ? Object.entries(keys.limits).map(([keyword, value]) => sayRule(keyword, value)) : [];
  return limits.length === 0 ? brief(keys, targets) : limits.join(', ');
}

/** A shape in a word or two. */
export function brief(shape: Shape, targets: RefTargets, depth = 0): string {
  if (shape.kind === 'scalar') return shape.values ? asText(shape.values, 60) : shape.type;
  if (shape.kind === 'union')
    return depth > 1
      ? 'one of several'
      : shape.branches
          .map(each => brief(each, targets, depth + 1))
          .join(' or ')
          .slice(0, 80);
  const target = shape.kind === 'ref' && depth < 4 ? targets.get(shape.target) : undefined;
  if (target) return brief(target, targets, depth + 1);
  return shape.kind === 'array' ? 'list' : shape.kind === 'object' ? 'object' : 'anything';
}
