import type { Origin } from '../registered.ts';

/** A pack, or a tool by its pack; left out: a tool that belongs to no pack. */
export type NamedPack = { readonly pack?: string | undefined; readonly origin?: Origin };

/** Whether a list names this pack, or its kind (`mcp` for `mcp:NAME`); `own` are one's own packs, and tools of none. */
export const namesPack = (list: readonly string[], { pack = 'own', origin }: NamedPack): boolean =>
  list.includes(pack) || list.includes(pack.replace(/:.*/s, '')) || (origin === 'own' && list.includes('own'));
