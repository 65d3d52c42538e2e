import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A choice of the person's that outlives a reload, the same wherever it is used. */
export function useKept(key: string, initial: string): readonly [string, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => localStorage.getItem(`toolgate-${key}`) ?? initial);
  const keep = (next: string) => {
    localStorage.setItem(`toolgate-${key}`, next);
    for (const listener of listeners) listener();
  };
  return [value, keep];
}

/** The name that answers are given under. */
export const personName = (): string => localStorage.getItem('toolgate-name')?.trim() || 'console';
