import type { PresetName, RuntimePolicy } from '../policy/types.ts';
import { checkOptions } from '../tool/check-options.ts';
import type { Info, InitContext } from '../tool/define.ts';
import type { Capability } from '../tool/effect.ts';
import type { Failure } from '../tool/error.ts';
import { type ForeignTool, infoOf } from '../tool/from/from.ts';
import { callingModule } from '../tool/loading/description-file.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { ReadyOptions } from '../tool/ready.ts';
import type { ToolCard, ToolDescription } from './card.ts';
import { Describer } from './describer.ts';
import { NOWHERE, refuseReading, refuseRunning } from './gateless.ts';
import { type LangChainOptions, type LangChainTool, LangChainTools } from './langchain/langchain-tools.ts';
import { LazySources } from './lazy-sources.ts';
import { RegistryListeners } from './listeners.ts';
import { RISK_PROFILES, type ToolPackManifest } from './manifest.ts';
import { chooseTools, type ToolChoice } from './names/choose-tools.ts';
import { NameGuard } from './names/name-guard.ts';
import { NameTable } from './names/name-table.ts';
import { assertPackAllowed, readPack } from './packs/pack-profile.ts';
import { type NamedPack, namesPack, PackTable } from './packs/pack-table.ts';
import {
  adviseOnRetry,
  type PackRegistration,
  REGISTER_OPTIONS,
  RegisteredTool,
  type RegisterOptions,
} from './registered.ts';
import {
  type CataloguedTool,
  type Executor,
  type GateParts,
  type LazySource,
  REGISTRY_OPTIONS,
  type RegistryEvent,
  type RegistryOptions,
  type ReportedCall,
  type ToolMatch,
  type ToolSummary,
  type Vocabulary,
} from './types.ts';

/** The tools that there are. A registry knows names and packs; running is the pipeline's, handed in by the gate. */
export class ToolRegistry {
  readonly #names = new NameTable();
  /** Tools that the policy leaves out: known, so that a call of one can be told so, and never listed. */
  readonly #leftOut = new NameTable();
  readonly #guard: NameGuard;
  #policyNow: () => RuntimePolicy | undefined;
  readonly #packs = new PackTable();
  readonly #listeners = new RegistryListeners();
  readonly #lazy = new LazySources(this.#listeners);
  readonly #describer = new Describer(this.#names, this.#listeners);
  readonly #langChain = new LangChainTools(this);
  /** One object, so that tools which are there already get the parts that a gate brings. */
  readonly #ready: { -readonly [K in keyof ReadyOptions]: ReadyOptions[K] };
  #place: () => InitContext;
  #executor: Executor | undefined;

  constructor(options: RegistryOptions = {}) {
    checkOptions('ToolRegistry', options, REGISTRY_OPTIONS);
    const { init = NOWHERE, readText = refuseReading } = options;
    this.#ready = { init, readText, report: (id, error) => this.#listeners.report(id, error) };
    this.#place = options.place ?? (() => this.#ready.init);
    this.#guard = new NameGuard(this.#names, new Set(options.reserved), this.#listeners);
    this.#policyNow = options.policyNow ?? (() => undefined);
    if (options.toolResolver) this.addLazy({ summaries: () => [], resolve: options.toolResolver });
  }

  /** Registers any tool that `Tool.from` takes. */
  register(given: Info | ForeignTool, options: RegisterOptions = {}): RegisteredTool {
    checkOptions('registry.register', options, REGISTER_OPTIONS);
    const tool = this.#make(infoOf(given), options, options.descriptionPath && callingModule());
    const replaced = this.#names.find(tool.id) !== undefined;
    this.#put(tool);
    adviseOnRetry(tool.info);
    this.#listeners.emit({ type: 'register', tool: tool.id, pack: tool.pack, replaced });
    return tool;
  }

  /** Makes a tool. A tool that names its pack is held to that pack's profile, however it comes. */
  #make(info: Info, options: RegisterOptions, module?: string): RegisteredTool {
    const riskProfile = options.riskProfile ?? this.manifest(options.pack ?? '')?.riskProfile;
    const tool = new RegisteredTool(info, { ...options, riskProfile }, this.#ready, module);
    this.#guard.check(tool);
    return tool;
  }

  #put(tool: RegisteredTool): void {
    const earlier = this.#names.own(tool.id);
    if (earlier) this.#names.forget(earlier);
    this.#names.put(tool);
  }

  unregister(id: string): boolean {
    const tool = this.#names.own(id);
    if (!tool) return false;
    this.#names.forget(tool);
    this.#packs.forget(id);
    this.#listeners.emit({ type: 'unregister', tool: id });
    return true;
  }

  /** Finds a tool by its own name or another one. */
  find(name: string): ToolMatch | undefined {
    return this.#names.find(name);
  }

  /** Finds a tool of a registered pack that the policy does not let in. */
  findLeftOut(name: string): ToolMatch | undefined {
    return this.#leftOut.find(name);
  }

  get(name: string): Info | undefined {
    return this.#names.find(name)?.tool.info;
  }

  /** All tools: built-ins first, sorted by name, then the others in the order of their coming. */
  all(): readonly RegisteredTool[] {
    return this.#names.tools();
  }

  list(): readonly Info[] {
    return this.all().map(tool => tool.info);
  }

  names(): readonly string[] {
    return this.#names.names();
  }

  /** The tools whose required permissions are all granted. */
  async enabled(permissions: readonly Capability[] | PresetName): Promise<readonly Info[]> {
    const granted = new Set(typeof permissions === 'string' ? RISK_PROFILES[permissions] : permissions);
    const enabled = (await this.ready()).filter(({ required }) => required.every(each => granted.has(each)));
    return enabled.map(({ name }) => this.get(name)!);
  }

  /** Reads a choice of tools, packs and sets (`core`, `all`); a word that names nothing is an error. */
  choose(words: readonly string[]): ToolChoice {
    return chooseTools(this, words, this.#describer.offers);
  }

  /** Registers a pack by a manifest or a name; a later registration of a name within one's own packs wins. All of it or nothing. */
  registerPack(
    pack: ToolPackManifest | string,
    given: readonly (Info | ForeignTool)[],
    options: PackRegistration = {},
  ): void {
    const { name, manifest, tools, own, keep } = readPack(pack, given, { options, policy: this.#policyNow() });
    const earlier = this.#packs.get(name);
    if (own.origin === 'foreign' && earlier && earlier.origin !== 'foreign')
      throw this.#guard.refusal(`The foreign pack ${name}`, name);
    const made = tools.map(info => this.#make(info, own));
    const ids: string[] = [];
    for (const tool of made) {
      const kept = keep(tool.info);
      if (kept) ids.push(this.register(tool.info, own).id);
      else if (kept === false) this.#leaveOut(tool);
    }
    this.#packs.set(name, { manifest, origin: own.origin, ids });
  }

  #leaveOut(tool: RegisteredTool): void {
    if (this.#names.own(tool.id)) this.unregister(tool.id);
    this.#leftOut.put(tool);
  }

  /** The tools of these packs, without repetition; an unknown pack is an error. */
  resolvePacks(names: readonly string[]): readonly Info[] {
    return [...this.#packs.resolve(names)].map(id => this.get(id)).filter(info => info !== undefined);
  }

  /** The built-in packs, in the order of their coming. */
  builtInPackNames(): readonly string[] {
    return this.#packs.builtIn();
  }

  listPackNames(): readonly string[] {
    return this.#packs.names();
  }

  manifest(name: string): ToolPackManifest | undefined {
    return this.#packs.get(name)?.manifest;
  }

  /**
   * Takes over another registry's tools beside the built-in ones, all or those of these packs, with what its names mean
   * and which built-in tools it has not. The other registry hears of this one's calls.
   */
  adopt(other: ToolRegistry, packs: readonly string[] | undefined): void {
    this.#listeners.above = other.#listeners;
    const wanted = (one: NamedPack) => !packs || namesPack(packs, one);
    for (const tool of this.all())
      if (!other.#names.find(tool.id) && !other.#leftOut.find(tool.id)) this.unregister(tool.id);
    for (const tool of other.all()) {
      if (tool.origin === 'built-in' || !(wanted(tool) || this.#names.find(tool.id))) continue;
      this.#put(tool);
    }
    for (const [name, pack] of other.#packs.all())
      if (pack.origin !== 'built-in' && wanted({ pack: name, origin: pack.origin })) this.#packs.set(name, pack);
    for (const source of other.#lazy.all()) if (wanted({ pack: source.options?.pack })) this.addLazy(source);
  }

  addLazy(source: LazySource): void {
    this.#lazy.add(source);
  }

  /** Tools that can be loaded and are not yet. */
  summaries(): readonly ToolSummary[] {
    return this.#lazy.summaries().filter(summary => !this.#names.find(summary.name));
  }

  /** Sources of tools that cannot say yet what they have, a line each. */
  absentSources(): readonly ToolSummary[] {
    return this.#lazy.absent();
  }

  /** Tells whoever shows the tools that the list of a source has changed. */
  announceAgain(): void {
    this.#listeners.emit({ type: 'announce' });
  }

  /** Resolves when every source of lazy tools has told its tools, or given up. */
  sourcesReady(): Promise<void> {
    return this.#lazy.ready();
  }

  /** Loads a lazy tool by its name. The tool counts as unseen until its schema was shown. */
  async load(name: string): Promise<RegisteredTool | undefined> {
    const found = await this.#lazy.resolve(name);
    if (!found) return undefined;
    const { info, options } = found;
    return this.#names.find(name)?.tool ?? this.register(info, { origin: 'foreign', ...options, unseen: true });
  }

  /** Loads a tool for a caller that knows it: the schema counts as shown. Undefined where there is no such tool. */
  async show(name: string): Promise<RegisteredTool | undefined> {
    const tool = this.#names.find(name)?.tool ?? (await this.load(name));
    if (tool) tool.unseen = false;
    return tool;
  }

  /** The cards of all tools, without a call; `init` is for tools whose definitions are made for it. */
  ready(init?: Partial<InitContext>): Promise<readonly ToolCard[]> {
    return this.#describer.cards(init);
  }

  /** The tools as models see them. A tool with an async definition must be ready (`await registry.ready()`). */
  describe(vocabulary: Vocabulary = 'canonical'): readonly ToolDescription[] {
    return this.catalogue(vocabulary).map(({ name, description, parameters }) => ({ name, description, parameters }));
  }

  /** The tools as models see them, with all that clients of other protocols want to know. */
  catalogue(vocabulary: Vocabulary = 'canonical', place?: Partial<InitContext>): readonly CataloguedTool[] {
    return this.#describer.catalogue(vocabulary, { ...this.#place(), ...place });
  }

  toOpenAIFunctions(vocabulary?: Vocabulary): readonly ToolDescription[] {
    return this.describe(vocabulary);
  }

  /** LangChain tools, made once and kept; loads `@langchain/core`. `T` is that package's own type of a tool. */
  async tools<T = LangChainTool>(options?: LangChainOptions): Promise<readonly T[]> {
    return (await this.#langChain.list(options)) as readonly T[];
  }

  /** The result of each tool when LangChain ran it last. */
  get lastResults(): ReadonlyMap<string, Outcome> {
    return this.#langChain.lastResults;
  }

  /** Runs a tool through the pipeline, never around it. */
  execute(id: string, args: unknown, ctx?: Record<string, unknown>): Promise<Outcome> {
    return (this.#executor ?? refuseRunning)(id, args, ctx);
  }

  /** Called by the gate that takes over a registry made without one: a pack that its policy forbids is refused. */
  join({ init, place, readText, policyNow }: GateParts): void {
    if (this.#executor) throw new TypeError('This registry belongs to a gate already; make another one for each gate');
    Object.assign(this.#ready, { init, readText });
    this.#place = place;
    this.#policyNow = policyNow;
    for (const [, { manifest, origin }] of this.#packs.all()) assertPackAllowed(manifest, origin, policyNow());
  }

  /** Called by the gate, once; where `offers` names tools, and all of these are there, models are told of no others. */
  bindExecutor(executor: Executor, offers: readonly string[] = []): void {
    this.#executor = executor;
    this.#describer.offers = offers;
  }

  /** Called by the pipeline for every call; agents above hear of it too. */
  reportCall(tool: string, call: ReportedCall, error: Failure | undefined): void {
    this.#listeners.reportCall(tool, call, error);
  }

  subscribe(listener: (event: RegistryEvent) => void): () => void {
    return this.#listeners.add(listener);
  }
}
