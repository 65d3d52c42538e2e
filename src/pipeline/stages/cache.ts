import type { Stage } from '../stage.ts';

/** From here on the call's reads may come from the cache that siblings share: never before the verdict. */
export const cacheStage: Stage = {
  name: 'cache',
  part: 'perform',
  run(call) {
    if (call.effects === 'everything' || call.effects.some(effect => effect.kind === 'read')) call.files.useCache();
    return undefined;
  },
};
