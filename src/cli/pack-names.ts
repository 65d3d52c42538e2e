import { builtInPackTools } from '../gate/built-in-packs.ts';

export const packNames = (): readonly string[] => [...builtInPackTools().keys()];
