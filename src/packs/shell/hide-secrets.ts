import { maskText } from '../../tool/mask.ts';

/** Names of variables whose values are not for models. */
const SECRET = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|AUTH|COOKIE|SESSION|DSN)(?:$|_)/i;
/** A shorter value would be hidden in every other word. */
const SHORTEST = 8;

/** Hides what a text may not say: what stands under a secret name, and the values of the own environment's secrets. */
export function secretHider(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const values = Object.entries(env)
    .filter(([name, value]) => SECRET.test(name) && (value?.length ?? 0) >= SHORTEST)
    .map(([, value]) => value as string)
    .sort((a, b) => b.length - a.length);
  return text => {
    let hidden = text;
    for (const value of values) hidden = hidden.replaceAll(value, '***');
    return maskText(hidden);
  };
}
