import { absence } from './absence.ts';
import type { Group } from './case.ts';
import { choices } from './choices.ts';
import { containers } from './containers.ts';
import { content } from './content.ts';
import { domains } from './domains.ts';
import { keys } from './keys.ts';
import { nested } from './nested.ts';
import { scalars } from './scalars.ts';
import { special } from './special.ts';
import { texts } from './texts.ts';

/** All schemas with their cases. */
export const groups: readonly Group[] = [
  ...scalars,
  ...absence,
  ...keys,
  ...containers,
  ...choices,
  ...nested,
  ...content,
  ...special,
  ...domains,
  ...texts,
];
