import type { Topic } from './live.ts';

type Ask = () => Promise<void>;

const asking = new Map<Topic, Set<Ask>>();

/** Has what is shown of a topic asked for anew by `refresh`; the function that is returned ends that. */
export function onRefresh(topic: Topic, ask: Ask): () => void {
  const all = asking.get(topic) ?? new Set();
  asking.set(topic, all.add(ask));
  return () => void all.delete(ask);
}

/** Resolves when all that is shown of these topics is as the server has it now, or could not be asked for. */
export async function refresh(topics: readonly Topic[]): Promise<void> {
  await Promise.all(topics.flatMap(topic => [...(asking.get(topic) ?? [])].map(ask => ask())));
}
