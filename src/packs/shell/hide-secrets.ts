import { maskText } from '../../tool/text/mask.ts';
import { secretValues, valuePattern } from '../../tool/text/secret-values.ts';

/** Hides the secrets in a text: values under a secret name, and the values of the own environment's secrets. */
export function secretHider(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const values = valuePattern(secretValues(env));
  return text => maskText(values ? text.replace(values, '***') : text);
}
