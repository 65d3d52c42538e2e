import { builtInPackTools } from '../gate/packs/built-in-names.ts';

export const packNames = (): readonly string[] => [...builtInPackTools().keys()];
