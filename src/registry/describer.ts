import type { Alias, InitContext } from '../tool/define.ts';
import { ToolError } from '../tool/error.ts';
import type { MaybePromise } from '../tool/maybe-promise.ts';
import { aliasSchema } from './aliases.ts';
import { fullDescription, type ToolCard } from './card.ts';
import type { RegistryListeners } from './listeners.ts';
import type { NameTable } from './names/name-table.ts';
import type { RegisteredTool } from './registered.ts';
import type { CataloguedTool, Vocabulary } from './types.ts';

type Listing = { readonly vocabulary: Vocabulary; readonly place: InitContext };

/** Describes the tools of a registry. One foreign tool that cannot be described takes no other along. */
export class Describer {
  readonly #names: NameTable;
  readonly #listeners: RegistryListeners;
  readonly #broken = new WeakSet<RegisteredTool>();
  /** Ids of the only tools that models are told of, where all of these tools are there; empty: all tools. */
  offers: readonly string[] = [];

  constructor(names: NameTable, listeners: RegistryListeners) {
    this.#names = names;
    this.#listeners = listeners;
  }

  async cards(init: Partial<InitContext> | undefined): Promise<readonly ToolCard[]> {
    const made = this.#names.tools().map(async tool => {
      try {
        return await tool.card(init);
      } catch (error) {
        return this.#withoutBroken(tool, error);
      }
    });
    return (await Promise.all(made)).filter(card => card !== undefined);
  }

  catalogue(vocabulary: Vocabulary, place: InitContext): readonly CataloguedTool[] {
    const only = this.offers.every(id => this.#names.own(id)) ? this.offers : [];
    return this.#names.tools().flatMap(tool => {
      if (only.length > 0 && !only.includes(tool.id)) return [];
      const card = this.#cardNow(tool);
      return card ? this.#catalogued(tool, card, { vocabulary, place }) : [];
    });
  }

  #catalogued(tool: RegisteredTool, card: ToolCard, { vocabulary, place }: Listing): CataloguedTool {
    // A name that another tool has by now would lead to that other tool.
    const isClassic = ({ name, classic }: Alias) => classic !== false && this.#names.find(name)?.tool === tool;
    const classic = vocabulary === 'classic' ? card.aliases?.find(isClassic) : undefined;
    return {
      name: classic?.name ?? card.name,
      description: fullDescription(card, place),
      parameters: classic ? aliasSchema(classic, card.parameters) : card.parameters,
      returns: card.returns,
      hints: card.hints,
      pack: tool.pack,
      origin: tool.origin,
    };
  }

  #cardNow(tool: RegisteredTool): ToolCard | undefined {
    let card: MaybePromise<ToolCard>;
    try {
      card = tool.card();
    } catch (error) {
      return this.#withoutBroken(tool, error);
    }
    if (!(card instanceof Promise)) return card;
    card.catch(() => {});
    if (this.#broken.has(tool)) return undefined;
    throw new ToolError('EXECUTION_ERROR', `${tool.id} is not initialised yet`, {
      suggestion: 'await registry.ready() first.',
    });
  }

  /** Leaves a broken foreign tool out; one's own is to be mended. */
  #withoutBroken(tool: RegisteredTool, error: unknown): undefined {
    const message = `The tool ${tool.id} cannot be described: ${error instanceof Error ? error.message : error}`;
    const failure = new ToolError('EXECUTION_ERROR', message);
    if (tool.origin !== 'foreign') throw failure;
    if (!this.#broken.has(tool)) this.#listeners.report(tool.id, failure);
    this.#broken.add(tool);
    return undefined;
  }
}
