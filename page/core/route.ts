import { useSyncExternalStore } from 'react';
import { TABS, type TabId } from './tabs.ts';

/** `#/tab/id?key=value`. */
export interface Route {
  readonly tab: TabId;
  readonly id?: string;
  readonly search: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [named, id] = path.split('/', 2);
  // People know them by this name.
  const tab = named === 'runs' ? 'agents' : named;
  const known = TABS.find(each => each.id === tab)?.id ?? 'live';
  const found = id === undefined || id === '' || known !== tab ? undefined : decode(id);
  return { tab: known, search: new URLSearchParams(search), ...(found === undefined ? {} : { id: found }) };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export function linkTo(tab: TabId, id?: string, search?: Readonly<Record<string, string>> | URLSearchParams): string {
  const fields = new URLSearchParams(search).toString();
  return `#/${tab}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${fields === '' ? '' : `?${fields}`}`;
}

export const goTo = (link: string): void => {
  window.location.hash = link;
};

let current = parseRoute(window.location.hash);
let shown = window.location.hash;

/** As the address has it now, which may be ahead of what is drawn. */
export function currentRoute(): Route {
  if (window.location.hash !== shown) {
    shown = window.location.hash;
    current = parseRoute(shown);
  }
  return current;
}

const listeners = new Set<() => void>();
let drawn = current;
// One listener for all: after each of several the page would be drawn, and a tab given the address of the next one.
window.addEventListener('hashchange', () => {
  drawn = currentRoute();
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useRoute = (): Route => useSyncExternalStore(subscribe, () => drawn);
