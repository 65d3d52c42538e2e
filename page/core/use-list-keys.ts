import { currentRoute, goTo } from './route.ts';
import { useKeys } from './use-keys.ts';

interface ListKeys {
  /** In the order in which they are shown. */
  readonly ids: () => readonly string[];
  readonly open: string | undefined;
  readonly link: (id: string) => string;
  /** Where Escape leads. */
  readonly back: string | undefined;
  /** The id of the field that `/` goes to. */
  readonly search?: string;
}

/** j and k open the next and the previous of a list, Escape closes what is open. */
export function useListKeys({ ids, open, link, back, search }: ListKeys): void {
  const move = (step: number) => {
    const all = ids();
    // Keys may come faster than the page is drawn.
    const at = all.indexOf(currentRoute().id ?? '');
    const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
    if (next !== undefined) goTo(link(next));
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ...(open === undefined || back === undefined ? {} : { Escape: () => goTo(back) }),
    ...(search === undefined ? {} : { '/': () => document.getElementById(search)?.focus() }),
  });
}
