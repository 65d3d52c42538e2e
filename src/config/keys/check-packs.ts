import { nearest } from '../../tool/text/nearest.ts';
import { ConfigError } from '../config-error.ts';

/** Throws for an unknown pack; `where` says where it is named. */
export function checkPacks(packs: readonly string[], known: readonly string[], where: string): void {
  const unknown = packs.find(name => !known.includes(name));
  if (unknown === undefined) return;
  const [near] = nearest(unknown, known, 1);
  throw new ConfigError(
    `${where}: there is no pack ${JSON.stringify(unknown)}`,
    near ? `Did you mean ${JSON.stringify(near)}?` : `There are: ${known.join(', ')}.`,
  );
}
