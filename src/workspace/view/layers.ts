import type { KeptNode, StagedNode, Staging } from '../change/staging.ts';
import type { PlanLayer } from '../plan/planned-sets.ts';

/** A layer's word on a path: a node, null when it is deleted there, undefined when the layer says nothing. */
type LayerNode = StagedNode | null | undefined;

/** The place of a layered file's content: in memory, in the journal, or on the disk under another name. */
type LayerContent = { readonly bytes: Uint8Array } | { readonly kept: KeptNode } | { readonly from: string };

/** Layers of a view: the staged changes of a call, over the plan of its session. */
export class ViewLayers {
  readonly #own: Staging;
  readonly #plan: PlanLayer | undefined;

  constructor(own: Staging, plan?: PlanLayer) {
    this.#own = own;
    this.#plan = plan;
  }

  async refresh(): Promise<void> {
    await this.#plan?.refresh();
  }

  get empty(): boolean {
    return this.#own.size === 0 && !this.#plan?.nodes.size;
  }

  /** The layers for a walk; undefined when there is nothing to look through. */
  get overlay(): ((relative: string) => LayerNode) | undefined {
    return this.empty ? undefined : relative => this.at(relative);
  }

  at(relative: string): LayerNode {
    const change = this.#own.get(relative);
    return change ? (change.after ?? null) : this.planned(relative);
  }

  planned(relative: string): LayerNode {
    const node = this.#plan?.nodes.get(relative);
    return node ?? (this.#plan?.nodes.has(relative) ? null : undefined);
  }

  /** All entries of the layers, by path. */
  all(): Map<string, StagedNode | null> {
    const all = new Map<string, StagedNode | null>();
    for (const [path, node] of this.#plan?.nodes ?? []) all.set(path, node ?? null);
    for (const { path, after } of this.#own.changes()) all.set(path, after ?? null);
    return all;
  }

  /** The layers' word on the entries of a folder, by name. */
  children(folder: string): Map<string, StagedNode | null> {
    const prefix = folder === '.' ? '' : `${folder}/`;
    const children = new Map<string, StagedNode | null>();
    for (const [path, node] of this.all()) {
      const name = path.slice(prefix.length);
      if (path.startsWith(prefix) && name !== '' && !name.includes('/')) children.set(name, node);
    }
    return children;
  }

  /** The content of a path. A call's moved node stands for the plan's content or the disk's, a plan's for the disk. */
  contentAt(relative: string): LayerContent | undefined {
    const node = this.at(relative);
    if (node?.kind === 'file') return { bytes: node.bytes };
    if (node?.kind === 'kept') return { kept: node };
    if (node?.kind !== 'moved') return undefined;
    if (!this.#own.get(relative)) return { from: node.from };
    const below = this.planned(node.from);
    if (below === undefined) return { from: node.from };
    if (below?.kind === 'file') return { bytes: below.bytes };
    return below?.kind === 'moved' ? { from: below.from } : undefined;
  }
}
