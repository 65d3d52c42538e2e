import { entriesProblem, isObject } from './check-keys.ts';

/** Dollars for a million tokens, by the model as agents name it: `provider/name`, or a name of `models`. */
export type Prices = Readonly<Record<string, { readonly input: number; readonly output: number }>>;

export function pricesProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object: { "provider/model": { "input": 3, "output": 15 } }';
  return entriesProblem(value, priceProblem);
}

function priceProblem(price: unknown): string | undefined {
  if (!isObject(price)) return 'must be an object with input and output';
  const unknown = Object.keys(price).find(key => key !== 'input' && key !== 'output');
  if (unknown !== undefined) return `has an unknown key ${JSON.stringify(unknown)}; it has "input" and "output"`;
  const isPrice = (dollars: unknown) => typeof dollars === 'number' && dollars >= 0 && dollars < 1e6;
  return isPrice(price.input) && isPrice(price.output)
    ? undefined
    : 'must have input and output, in dollars for a million tokens';
}

type UsedTokens = { readonly input?: number | undefined; readonly output?: number | undefined };

/** The cost of a model's tokens, in dollars; undefined where its price or its tokens are not known. */
export function costOf(prices: Prices, model: string | undefined, { input, output }: UsedTokens): number | undefined {
  const price = model !== undefined && Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (!price || (input === undefined && output === undefined)) return undefined;
  return ((input ?? 0) * price.input + (output ?? 0) * price.output) / 1e6;
}
