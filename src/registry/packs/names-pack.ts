import type { Origin } from '../registered.ts';

/** A pack, or a tool by its pack; left out: a tool that belongs to no pack. */
export interface NamedPack {
  readonly pack?: string | undefined;
  readonly origin?: Origin;
}

/**
 * Whether a list of packs names this one. Packs of one kind, such as those of MCP servers (`mcp:NAME`), may be named
 * together by their kind; `own` are the tools that belong to no pack, and one's own packs.
 */
export const namesPack = (list: readonly string[], { pack = 'own', origin }: NamedPack): boolean =>
  list.includes(pack) || list.includes(pack.replace(/:.*/s, '')) || (origin === 'own' && list.includes('own'));
