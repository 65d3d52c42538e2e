import { builtInPackTools } from '../gate/packs/pack-facts.ts';

export const packNames = (): readonly string[] => [...builtInPackTools().keys()];
