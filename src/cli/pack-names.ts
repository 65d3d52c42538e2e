import { createDefaultToolRegistry } from '../gate/built-in-packs.ts';

/** The last ones get what they need only when a gate is made. */
export const packNames = (): readonly string[] => [
  ...createDefaultToolRegistry().listPackNames(),
  'shell',
  'code',
  'tasklist',
  'spawn',
];
