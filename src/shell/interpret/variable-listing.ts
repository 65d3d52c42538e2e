import type * as Syntax from 'unbash';

/** Whether a pipe like `env | grep NODE` shows only the variables of one kind, and not the secrets. */
export function isFilteredListing(first: Syntax.CommandNode, second: Syntax.CommandNode): boolean {
  if (first.type !== 'Command' || second.type !== 'Command' || first.suffix.length > 0 || first.prefix.length > 0)
    return false;
  if (!/^(?:env|printenv)$/.test(first.name?.value ?? '') || !/^(?:grep|egrep|rg)$/.test(second.name?.value ?? ''))
    return false;
  const words = second.args.map(part =>
    part.type === 'Word' && !part.parts?.some(isExpansion) ? part.value : undefined,
  );
  const pattern = words.find(value => value === undefined || value[0] !== '-');
  const shows = !words.some(value => value !== undefined && /^-\w*v|^--invert/.test(value));
  return shows && pattern !== undefined && /^\^?\w{2,}/.test(pattern) && !SECRETS.test(pattern);
}

const SECRETS = /pass|secret|tok|key|cred|auth|pwd|priv|aws|\|/i;

/** Whether a pipe looks for secrets, as `history | grep password` does. */
export const seeksSecrets = (first: Syntax.CommandNode, second: Syntax.CommandNode): boolean =>
  first.type === 'Command' &&
  second.type === 'Command' &&
  first.name?.value === 'history' &&
  second.args.some(part => part.type === 'Word' && SECRETS.test(part.value));

const isExpansion = (part: Syntax.WordPart): boolean => !/^(?:Literal|SingleQuoted|DoubleQuoted)$/.test(part.type);
