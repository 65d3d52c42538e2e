import type { RuntimePolicy, Trust } from '../../policy/types.ts';
import { assertToolPackAllowed, parseToolPackManifest, type ToolPackManifest } from '../../registry/manifest.ts';
import type { ToolResolver } from '../../registry/types.ts';
import type { Info } from '../../tool/define.ts';
import { type ForeignTool, infoOf } from '../../tool/from/from.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import { parseConfigText } from '../files/parse-config.ts';
import { importBound } from './import-bound.ts';
import type { OwnCode } from './own-code.ts';

/** A pack of one's own, ready to be registered. */
export interface LoadedPack {
  readonly manifest: ToolPackManifest;
  readonly tools: readonly Info[];
  readonly trust: Trust;
}

export interface LoadedCode {
  readonly tools: readonly Info[];
  readonly packs: readonly LoadedPack[];
  readonly toolResolver: ToolResolver | undefined;
}

interface LoadCodeOptions {
  /** A pack that it does not allow is left out before any of its code runs. */
  readonly policy: RuntimePolicy;
  /** Names of packs; undefined: all. */
  readonly packs: readonly string[] | undefined;
  /** Names that stay with the built-in tools. */
  readonly reserved: ReadonlySet<string>;
  /** What cannot be loaded is left out and told; the rest goes on. */
  readonly onProblem: (message: string) => void;
}

/** Runs the code that configs name, which is to be trusted as it is. */
export async function loadOwnCode(all: readonly OwnCode[], options: LoadCodeOptions): Promise<LoadedCode> {
  const tools: Info[] = [];
  const packs: LoadedPack[] = [];
  const resolvers: ToolResolver[] = [];
  const attempt = async (what: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      options.onProblem(`${what} is left out: ${error instanceof Error ? error.message : error}`);
    }
  };
  for (const own of all) {
    for (const file of own.tools)
      await attempt(file, async () => addAll(tools, toolsIn(await exported(own, file), options.reserved)));
    for (const pack of own.packs) {
      if (options.packs && !options.packs.includes(pack.name)) continue;
      await attempt(`The pack ${pack.name}`, async () => void packs.push(await loadPack(own, pack, options)));
    }
    const { toolResolver } = own;
    if (toolResolver !== undefined)
      await attempt(toolResolver, async () => void resolvers.push(resolverIn(await exported(own, toolResolver))));
  }
  return { tools, packs, toolResolver: resolvers.length === 0 ? undefined : firstOf(resolvers) };
}

async function loadPack(own: OwnCode, files: OwnCode['packs'][number], options: LoadCodeOptions): Promise<LoadedPack> {
  const text = new TextDecoder().decode(own.code.files.get(files.manifest));
  const manifest = parseToolPackManifest(parseConfigText(text, files.manifest));
  if (manifest.name !== files.name) throw new Error(`its manifest calls it ${JSON.stringify(manifest.name)}`);
  assertToolPackAllowed(manifest, options.policy);
  const made = await exported(own, files.module);
  const tools = toolsIn(typeof made === 'function' ? await made() : made, options.reserved);
  return { manifest, tools, trust: own.source === 'user' ? 'user' : 'workspace' };
}

async function exported({ code }: OwnCode, file: string): Promise<unknown> {
  const { default: made } = await importBound(file, code);
  if (made === undefined) throw new Error('it has no default export');
  return made;
}

/** One tool or a list of them. None takes the name of a built-in one: rules and habits go by names. */
function toolsIn(made: unknown, reserved: ReadonlySet<string>): readonly Info[] {
  const tools = (Array.isArray(made) ? made : [made]).map(tool => infoOf(tool as Info | ForeignTool));
  for (const { id, definition } of tools) {
    const aliases = typeof definition === 'function' ? [] : (definition.aliases ?? []);
    const taken = [id, ...aliases.map(({ name }) => name)].find(name => reserved.has(name));
    if (taken !== undefined) throw new Error(`${taken} is the name of a built-in tool`);
  }
  return tools;
}

function resolverIn(made: unknown): ToolResolver {
  if (typeof made !== 'function') throw new Error('its default export is no function (name) => tool');
  return made as ToolResolver;
}

const firstOf =
  (resolvers: readonly ToolResolver[]): ToolResolver =>
  async name => {
    for (const resolve of resolvers) {
      const found = await resolve(name);
      if (found) return found;
    }
    return null;
  };
