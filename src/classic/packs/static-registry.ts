import type { ToolPackManifest } from '../../registry/manifest.ts';
import { ToolError } from '../../tool/error.ts';
import { type DoorOptions, LateGate } from '../shared/late-gate.ts';
import { behindGate, runBy, type ToolDefinition, type ToolDraft } from '../shared/tool-definition.ts';

/** Named groups of tools. */
export interface PackRegistry {
  registerPack(name: string, tools: ToolDraft[]): void;
  resolvePacks(names: string[]): ToolDefinition[];
  listPackNames(): string[];
}

type Pack = { readonly manifest: ToolPackManifest | undefined; readonly names: readonly string[] };

/** Packs of tools for agents that are given definitions; each definition runs through the gate. */
export class StaticToolRegistry implements PackRegistry {
  readonly #packs = new Map<string, Pack>();
  /** Tools by name; of two the one that was registered last, which is also the gate's. */
  readonly #tools = new Map<string, ToolDefinition>();
  readonly #gate: LateGate;

  constructor(options: DoorOptions | LateGate = {}) {
    this.#gate = options instanceof LateGate ? options : new LateGate(options);
  }

  registerPack(name: string, tools: ToolDraft[]): void {
    const made = tools.map(tool => behindGate(tool, runBy(this.#gate)));
    for (const { info } of made) this.#gate.register(info, { pack: name });
    const registered = made.map(({ tool }) => tool);
    this.#add(name, registered);
  }

  /** Adds a built-in pack of the gate. */
  addBuiltIn(manifest: ToolPackManifest, tools: ToolDefinition[]): void {
    this.#add(manifest.name, tools, manifest);
  }

  #add(name: string, tools: ToolDefinition[], manifest?: ToolPackManifest): void {
    for (const tool of tools) this.#tools.set(tool.name, tool);
    this.#packs.set(name, { manifest, names: tools.map(tool => tool.name) });
  }

  /** The tools of these packs, one of each name; an unknown pack is an error. */
  resolvePacks(names: string[]): ToolDefinition[] {
    const wanted = new Set(names.flatMap(name => this.#pack(name).names));
    return [...wanted].map(name => this.#tools.get(name)!);
  }

  #pack(name: string): Pack {
    const pack = this.#packs.get(name);
    if (pack) return pack;
    const known = this.listPackNames().join(', ');
    throw new ToolError('INVALID_ARGUMENTS', `No pack is named ${JSON.stringify(name)}. There are: ${known}`);
  }

  listPackNames(): string[] {
    return [...this.#packs.keys()].sort();
  }

  manifest(name: string): ToolPackManifest | undefined {
    return this.#packs.get(name)?.manifest;
  }

  /** Ends the gate that calls have opened. */
  close(): Promise<void> {
    return this.#gate.close();
  }
}
