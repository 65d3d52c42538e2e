import { ToolError } from '../../tool/error.ts';
import type { ToolPackManifest } from '../manifest.ts';
import type { Origin } from '../registered.ts';

interface RegisteredPack {
  readonly manifest: ToolPackManifest | undefined;
  readonly origin: Origin;
  /** The ids of the pack's tools that are there. */
  readonly ids: readonly string[];
}

export class PackTable {
  readonly #packs = new Map<string, RegisteredPack>();

  set(name: string, pack: RegisteredPack): void {
    this.#packs.set(name, pack);
  }

  get(name: string): RegisteredPack | undefined {
    return this.#packs.get(name);
  }

  all(): Iterable<readonly [string, RegisteredPack]> {
    return this.#packs;
  }

  /** Forgets a tool: one that is gone belongs to no pack. */
  forget(id: string): void {
    for (const [name, pack] of this.#packs)
      this.#packs.set(name, { ...pack, ids: pack.ids.filter(other => other !== id) });
  }

  /** The ids of the tools of these packs, without repetition; an unknown pack is an error. */
  resolve(names: readonly string[]): ReadonlySet<string> {
    const known = (name: string) => {
      const pack = this.#packs.get(name);
      if (pack) return pack.ids;
      const there = this.names().join(', ');
      throw new ToolError('INVALID_ARGUMENTS', `No pack is named ${JSON.stringify(name)}. There are: ${there}`);
    };
    return new Set(names.flatMap(known));
  }

  /** Names of the built-in packs, in the order of their coming. */
  builtIn(): readonly string[] {
    return [...this.#packs].filter(([, { origin }]) => origin === 'built-in').map(([name]) => name);
  }

  names(): readonly string[] {
    return [...this.#packs.keys()].sort();
  }
}

/** A pack, or a tool by its pack; left out: a tool that belongs to no pack. */
export type NamedPack = { readonly pack?: string | undefined; readonly origin?: Origin };

/**
 * Whether a list of packs names this one. Packs of one kind, such as those of MCP servers (`mcp:NAME`), may be named
 * together by their kind; `own` are the tools that belong to no pack, and one's own packs.
 */
export const namesPack = (list: readonly string[], { pack = 'own', origin }: NamedPack): boolean =>
  list.includes(pack) || list.includes(pack.replace(/:.*/s, '')) || (origin === 'own' && list.includes('own'));
