import type { PresetName } from '../policy/types.ts';
import { type Alias, checkToolName, type Info, type InitContext } from '../tool/define.ts';
import type { Capability } from '../tool/effect.ts';
import { ToolError } from '../tool/error.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { ReadyOptions, ReadyTool } from '../tool/ready.ts';
import type { MaybePromise } from '../tool/schema/schema.ts';
import { aliasSchema } from './aliases.ts';
import { fullDescription, hintsOf, requiredOf } from './hints.ts';
import type { LangChainTool } from './langchain-tool.ts';
import { type LangChainOptions, LangChainTools } from './langchain-tools.ts';
import { LazySources } from './lazy-sources.ts';
import { assertSameTools, parseToolPackManifest, RISK_PROFILES, type ToolPackManifest } from './manifest.ts';
import { namesPack } from './names-pack.ts';
import { type Origin, RegisteredTool, type RegisterOptions } from './registered.ts';
import type {
  CataloguedTool,
  LazySource,
  RegistryEvent,
  RegistryOptions,
  ToolDescription,
  ToolMatch,
  ToolSummary,
  Vocabulary,
} from './types.ts';

export type { LangChainTool } from './langchain-tool.ts';
export type { LangChainOptions } from './langchain-tools.ts';
export type {
  CataloguedTool,
  LazySource,
  RegistryEvent,
  RegistryOptions,
  ToolDescription,
  ToolHints,
  ToolMatch,
  ToolResolver,
  Vocabulary,
} from './types.ts';

interface Pack {
  readonly manifest: ToolPackManifest | undefined;
  readonly origin: Origin;
  ids: string[];
}

type Executor = (id: string, args: unknown, ctx?: Record<string, unknown>) => Promise<Outcome>;

/** Which tools there are. It knows names and packs; running is the pipeline's, handed in by the gate. */
export class ToolRegistry {
  readonly #names = new Map<string, ToolMatch>();
  /** Tools that the policy leaves out: known, so that a call of one can be told so, and never listed. */
  readonly #leftOut = new Map<string, ToolMatch>();
  readonly #reserved: ReadonlySet<string>;
  readonly #packs = new Map<string, Pack>();
  readonly #broken = new WeakSet<RegisteredTool>();
  readonly #listeners = new Set<(event: RegistryEvent) => void>();
  readonly #lazy = new LazySources((tool, message) => this.#emit({ type: 'error', tool, message }));
  readonly #langChain = new LangChainTools(this);
  readonly #ready: ReadyOptions;
  #executor: Executor | undefined;

  constructor(options: RegistryOptions = {}) {
    this.#ready = {
      init: options.init ?? { workspace: '.', cwd: '.' },
      readText:
        options.readText ??
        (() => {
          throw new ToolError(
            'EXECUTION_ERROR',
            'This registry cannot read description files; make it through createToolgate',
          );
        }),
    };
    this.#reserved = new Set(options.reserved);
    if (options.toolResolver) this.addLazy({ summaries: () => [], resolve: options.toolResolver });
  }

  register(info: Info, options: RegisterOptions = {}): RegisteredTool {
    const tool = new RegisteredTool(info, options, this.#ready);
    const earlier = this.#names.get(tool.id);
    this.#checkNames(tool);
    if (earlier && earlier.tool.id === tool.id) this.#forget(earlier.tool);
    this.#put(tool);
    this.#emit({ type: 'register', tool: tool.id, pack: tool.pack, replaced: earlier !== undefined });
    return tool;
  }

  #put(tool: RegisteredTool): void {
    this.#names.set(tool.id, { tool });
    for (const alias of tool.aliases) {
      const taken = this.#names.get(alias.name);
      if (taken && taken.tool.id === alias.name) continue;
      this.#names.set(alias.name, { tool, alias });
    }
  }

  unregister(id: string): boolean {
    const found = this.#names.get(id);
    if (!found || found.alias) return false;
    this.#forget(found.tool);
    for (const pack of this.#packs.values()) pack.ids = pack.ids.filter(other => other !== id);
    this.#emit({ type: 'unregister', tool: id });
    return true;
  }

  /** By its own name or another one. */
  find(name: string): ToolMatch | undefined {
    return this.#names.get(name);
  }

  /** A tool of a pack that is there, which the policy does not let in. */
  findLeftOut(name: string): ToolMatch | undefined {
    return this.#leftOut.get(name);
  }

  get(name: string): Info | undefined {
    return this.#names.get(name)?.tool.info;
  }

  /** Built-ins first, sorted by name, then the others in the order of their coming. */
  all(): readonly RegisteredTool[] {
    const tools = [...this.#names.values()].filter(found => !found.alias).map(found => found.tool);
    const builtIn = tools.filter(tool => tool.origin === 'built-in').sort((a, b) => (a.id < b.id ? -1 : 1));
    return [...builtIn, ...tools.filter(tool => tool.origin !== 'built-in')];
  }

  list(): readonly Info[] {
    return this.all().map(tool => tool.info);
  }

  names(): readonly string[] {
    return [...this.#names.keys()];
  }

  /** The tools whose required permissions are all granted. */
  async enabled(permissions: readonly Capability[] | PresetName): Promise<readonly Info[]> {
    const granted = new Set(typeof permissions === 'string' ? RISK_PROFILES[permissions] : permissions);
    const infos: Info[] = [];
    for (const { id } of await this.ready()) {
      const { tool } = this.#names.get(id)!;
      if (requiredOf(await tool.ready()).every(capability => granted.has(capability))) infos.push(tool.info);
    }
    return infos;
  }

  /**
   * By a manifest, or by a name alone. The last registration of a name within one's own packs wins. All of a pack is
   * registered or nothing of it; what `keep` refuses is left out.
   */
  registerPack(
    pack: ToolPackManifest | string,
    tools: readonly Info[],
    options: RegisterOptions & { readonly keep?: (info: Info) => boolean } = {},
  ): void {
    const manifest = typeof pack === 'string' ? undefined : parseToolPackManifest(pack);
    const name = manifest?.name ?? (pack as string);
    if (manifest) assertSameTools(manifest, tools);
    const { keep = () => true, ...rest } = options;
    const own = { ...rest, pack: name };
    const origin = own.origin ?? 'own';
    const earlier = this.#packs.get(name);
    if (origin === 'foreign' && earlier && earlier.origin !== 'foreign')
      throw this.#refusal(`The foreign pack ${name}`, name);
    for (const info of tools) this.#checkNames(new RegisteredTool(info, own, this.#ready));
    const ids: string[] = [];
    for (const info of tools) {
      if (keep(info)) ids.push(this.register(info, own).id);
      else this.#leaveOut(new RegisteredTool(info, own, this.#ready));
    }
    this.#packs.set(name, { manifest, origin, ids });
  }

  #leaveOut(tool: RegisteredTool): void {
    this.#leftOut.set(tool.id, { tool });
    for (const alias of tool.aliases) this.#leftOut.set(alias.name, { tool, alias });
  }

  /** The tools of these packs, without repetition; an unknown pack is an error. */
  resolvePacks(names: readonly string[]): readonly Info[] {
    const infos = new Map<string, Info>();
    for (const name of names) {
      const pack = this.#packs.get(name);
      if (!pack)
        throw new ToolError(
          'INVALID_ARGUMENTS',
          `No pack is named ${JSON.stringify(name)}. There are: ${this.listPackNames().join(', ')}`,
        );
      for (const id of pack.ids) {
        const info = this.get(id);
        if (info) infos.set(id, info);
      }
    }
    return [...infos.values()];
  }

  /** In the order of their coming. */
  builtInPackNames(): readonly string[] {
    return [...this.#packs].filter(([, { origin }]) => origin === 'built-in').map(([name]) => name);
  }

  listPackNames(): readonly string[] {
    return [...this.#packs.keys()].sort();
  }

  manifest(name: string): ToolPackManifest | undefined {
    return this.#packs.get(name)?.manifest;
  }

  /**
   * Takes over what another registry has beside the built-in tools: all of it, or what belongs to these packs. A name
   * that means something else there means the same here, and a built-in tool that was taken away is not here either.
   */
  adopt(other: ToolRegistry, packs: readonly string[] | undefined): void {
    const wanted = (pack: string | undefined) => !packs || namesPack(packs, pack);
    for (const tool of this.all()) {
      if (!other.#names.has(tool.id) && !other.#leftOut.has(tool.id)) this.unregister(tool.id);
    }
    for (const tool of other.all()) {
      if (tool.origin === 'built-in' || !(wanted(tool.pack) || this.#names.has(tool.id))) continue;
      const earlier = this.#names.get(tool.id);
      if (earlier && !earlier.alias) this.#forget(earlier.tool);
      this.#put(tool);
    }
    for (const [name, pack] of other.#packs) {
      if (pack.origin !== 'built-in' && wanted(name)) this.#packs.set(name, { ...pack });
    }
    for (const source of other.#lazy.all()) if (wanted(source.options?.pack)) this.addLazy(source);
  }

  addLazy(source: LazySource): void {
    this.#lazy.add(source);
  }

  /** Tools that can be loaded and are not yet. */
  summaries(): readonly ToolSummary[] {
    return this.#lazy.summaries().filter(summary => !this.#names.has(summary.name));
  }

  /** Sources of tools that cannot say yet what they have, a line each. */
  absentSources(): readonly ToolSummary[] {
    return this.#lazy.absent();
  }

  /** For a source whose list is another one now: whoever shows the tools is told. */
  announceAgain(): void {
    this.#emit({ type: 'announce' });
  }

  /** Resolves when every source of lazy tools has said what it has, or given up. */
  sourcesReady(): Promise<void> {
    return this.#lazy.ready();
  }

  /** Loads a lazy tool by its name. It counts as unseen until its schema was shown. */
  async load(name: string): Promise<RegisteredTool | undefined> {
    const found = await this.#lazy.resolve(name);
    if (!found) return undefined;
    const { info, options } = found;
    return this.#names.get(name)?.tool ?? this.register(info, { origin: 'foreign', ...options, unseen: true });
  }

  /** As `load`, for someone who knows what they call: the schema counts as shown. Undefined where there is none. */
  async show(name: string): Promise<RegisteredTool | undefined> {
    const tool = this.#names.get(name)?.tool ?? (await this.load(name));
    if (tool) tool.unseen = false;
    return tool;
  }

  /** Makes every tool ready, so that they can be described without waiting; `init` is for those that are not yet. */
  async ready(init?: Partial<InitContext>): Promise<readonly ReadyTool[]> {
    const made = this.all().map(async tool => {
      try {
        return await tool.ready(init);
      } catch (error) {
        return this.#withoutBroken(tool, error);
      }
    });
    return (await Promise.all(made)).filter(ready => ready !== undefined);
  }

  /** One foreign tool that cannot be described must not take all the others along; one's own is to be mended. */
  #withoutBroken(tool: RegisteredTool, error: unknown): undefined {
    const message = `The tool ${tool.id} cannot be described: ${error instanceof Error ? error.message : error}`;
    if (tool.origin !== 'foreign') throw new ToolError('EXECUTION_ERROR', message);
    if (!this.#broken.has(tool)) this.#emit({ type: 'error', tool: tool.id, message });
    this.#broken.add(tool);
    return undefined;
  }

  /** What models see. A tool with an async definition must be ready (`await registry.ready()`). */
  describe(vocabulary: Vocabulary = 'canonical'): readonly ToolDescription[] {
    return this.catalogue(vocabulary).map(({ name, description, parameters }) => ({ name, description, parameters }));
  }

  /** The same with all that clients of other protocols want to know. */
  catalogue(vocabulary: Vocabulary = 'canonical'): readonly CataloguedTool[] {
    return this.all().flatMap(tool => {
      const ready = this.#readyNow(tool);
      if (!ready) return [];
      // A name that another tool has by now would lead to that one.
      const isClassic = ({ name, classic }: Alias) => classic !== false && this.#names.get(name)?.tool === tool;
      const classic = vocabulary === 'classic' ? ready.definition.aliases?.find(isClassic) : undefined;
      return {
        name: classic?.name ?? ready.id,
        description: fullDescription(ready),
        parameters: classic ? aliasSchema(classic, ready.parameters.json) : ready.parameters.json,
        ...(ready.returns ? { returns: ready.returns.json } : {}),
        hints: hintsOf(ready),
        ...(tool.pack === undefined ? {} : { pack: tool.pack }),
        origin: tool.origin,
      };
    });
  }

  #readyNow(tool: RegisteredTool): ReadyTool | undefined {
    let ready: MaybePromise<ReadyTool>;
    try {
      ready = tool.ready();
    } catch (error) {
      return this.#withoutBroken(tool, error);
    }
    if (!(ready instanceof Promise)) return ready;
    ready.catch(() => {});
    if (this.#broken.has(tool)) return undefined;
    throw new ToolError('EXECUTION_ERROR', `${tool.id} is not initialised yet`, {
      suggestion: 'await registry.ready() first.',
    });
  }

  toOpenAIFunctions(vocabulary?: Vocabulary): readonly ToolDescription[] {
    return this.describe(vocabulary);
  }

  /** LangChain tools, made once and kept; loads `@langchain/core`. `T` is that package's own type of a tool. */
  async tools<T = LangChainTool>(options?: LangChainOptions): Promise<readonly T[]> {
    return (await this.#langChain.list(options)) as readonly T[];
  }

  /** What each tool gave when LangChain ran it last. */
  get lastResults(): ReadonlyMap<string, Outcome> {
    return this.#langChain.lastResults;
  }

  /** Through the pipeline, never around it. */
  execute(id: string, args: unknown, ctx?: Record<string, unknown>): Promise<Outcome> {
    if (!this.#executor)
      throw new ToolError('EXECUTION_ERROR', 'This registry belongs to no gate', { suggestion: 'Use createToolgate.' });
    return this.#executor(id, args, ctx);
  }

  /** Called by the gate, once. */
  bindExecutor(executor: Executor): void {
    this.#executor = async (id, args, ctx) => {
      const outcome = await executor(id, args, ctx);
      this.#emit({ type: 'execute', tool: outcome.tool, callID: outcome.callID, ok: outcome.ok });
      if (!outcome.ok) this.#emit({ type: 'error', tool: outcome.tool, message: outcome.error.message });
      return outcome;
    };
  }

  subscribe(listener: (event: RegistryEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A foreign tool takes no name that belongs to another place: saved rules and habits go by names. */
  #checkNames(tool: RegisteredTool): void {
    const names = [tool.id, ...tool.aliases.map(alias => alias.name)];
    names.forEach(checkToolName);
    if (tool.origin !== 'foreign') return;
    const taken = names.find(name => {
      const other = this.#names.get(name)?.tool;
      return this.#reserved.has(name) || (other && (other.origin !== 'foreign' || other.pack !== tool.pack));
    });
    if (taken !== undefined) throw this.#refusal(`The foreign tool ${tool.id}`, taken);
  }

  #refusal(who: string, name: string): ToolError {
    const message = `${who} may not take the name ${name}`;
    this.#emit({ type: 'error', tool: name, message });
    return new ToolError('PERMISSION_DENIED', message);
  }

  #forget(tool: RegisteredTool): void {
    for (const [name, found] of this.#names) if (found.tool === tool) this.#names.delete(name);
  }

  #emit(event: RegistryEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        // A listener's failure is its own; the registry goes on.
      }
    }
  }
}
