import { baseNameOf, parentOf } from '../disk/folders.ts';
import type { StagedNode } from './staging.ts';

/** Nodes by path; undefined means deleted. The names in each folder are known: no question looks at all nodes. */
export class LayerNodes extends Map<string, StagedNode | undefined> {
  /** Names by folder, made at the first question; most layers are never asked. */
  #names: Map<string, Set<string>> | undefined;
  /** The length of the shortest path: a shorter one needs no look. */
  shortest = Number.POSITIVE_INFINITY;

  static from(nodes: ReadonlyMap<string, StagedNode | undefined>): LayerNodes {
    if (nodes instanceof LayerNodes) return nodes;
    const made = new LayerNodes();
    for (const [path, node] of nodes) made.set(path, node);
    return made;
  }

  override set(path: string, node: StagedNode | undefined): this {
    this.shortest = Math.min(this.shortest, path.length);
    if (this.#names) addName(this.#names, path);
    return super.set(path, node);
  }

  override delete(path: string): boolean {
    this.#names?.get(parentOf(path))?.delete(baseNameOf(path));
    return super.delete(path);
  }

  /** Names in a folder that the layer says something of. */
  namesIn(folder: string): Iterable<string> {
    if (!this.#names) {
      this.#names = new Map();
      for (const path of this.keys()) addName(this.#names, path);
    }
    return this.#names.get(folder) ?? [];
  }
}

function addName(names: Map<string, Set<string>>, path: string): void {
  const folder = parentOf(path);
  names.set(folder, (names.get(folder) ?? new Set()).add(baseNameOf(path)));
}
