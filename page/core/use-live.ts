import { useSyncExternalStore } from 'react';
import { type Live, live, type Topic } from './live.ts';

/** Rendered again with every frame in which something happened. */
export const useLive = (): Live => useSyncExternalStore(live.subscribe, live.get);

/** Rendered again only when this part is another. */
export const useLivePart = <T extends string | number>(part: (state: Live) => T): T =>
  useSyncExternalStore(live.subscribe, () => part(live.get()));

export const useTopic = (topic: Topic): number => useLivePart(state => state.topics[topic]);
