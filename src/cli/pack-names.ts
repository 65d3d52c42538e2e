import { builtInPackTools } from '../gate/packs/built-in-packs.ts';

export const packNames = (): readonly string[] => [...builtInPackTools().keys()];
