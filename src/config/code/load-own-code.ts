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
type LoadedPack = { readonly manifest: ToolPackManifest; readonly tools: readonly Info[]; readonly trust: Trust };

export interface LoadedCode {
  readonly tools: readonly Info[];
  readonly packs: readonly LoadedPack[];
  readonly toolResolver: ToolResolver | undefined;
}

interface LoadCodeOptions {
  /** The policy; a pack that it does not allow is left out before any of its code runs. */
  readonly policy: RuntimePolicy;
  /** Names of packs; undefined: all. */
  readonly packs: readonly string[] | undefined;
  /** Names that stay with the built-in tools, and with the built-in packs. */
  readonly reserved: { readonly tools: Iterable<string>; readonly packs: Iterable<string> };
  /** Receives the reason why code cannot be loaded; that code is left out, and the rest goes on. */
  readonly onProblem: (message: string) => void;
}

/** Runs the code that configs name, which is to be trusted as it is. */
export async function loadOwnCode(all: readonly OwnCode[], options: LoadCodeOptions): Promise<LoadedCode> {
  const tools: Info[] = [];
  const packs: LoadedPack[] = [];
  const resolvers: ToolResolver[] = [];
  const taken = { tools: new Set([...options.reserved.tools].map(folded)), packs: new Set(options.reserved.packs) };
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await withinPatience(work());
    } catch (error) {
      options.onProblem(`${what} is left out: ${wordsOf(error)}`);
      return undefined;
    }
  };
  for (const own of all) {
    const [firstTool, firstPack] = [tools.length, packs.length];
    for (const file of own.tools)
      addAll(tools, (await attempt(file, async () => toolsIn(await exported(own, file), taken.tools))) ?? []);
    for (const pack of own.packs) {
      if (options.packs && !options.packs.includes(pack.name)) continue;
      const load = () => loadPack(own, pack, options.policy, taken);
      const loaded = await attempt(`The pack ${pack.name}`, load);
      if (loaded) packs.push(loaded);
    }
    const { toolResolver: file } = own;
    const resolver = file && (await attempt(file, async () => resolverIn(await exported(own, file))));
    if (resolver) resolvers.push(resolver);
    // The user's tools come first, and a project takes none of their names: rules and grants of the user go by them.
    for (const tool of [...tools.slice(firstTool), ...packs.slice(firstPack).flatMap(pack => pack.tools)])
      for (const name of namesOf(tool)) taken.tools.add(folded(name));
    for (const { manifest } of packs.slice(firstPack)) taken.packs.add(manifest.name);
  }
  return { tools, packs, toolResolver: resolvers.length === 0 ? undefined : firstOf(resolvers) };
}

/** Milliseconds for one module: a module that waits for ever would keep every command from its work. */
const PATIENCE = 10_000;

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it was not loaded after ${PATIENCE / 1000} seconds`)), PATIENCE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A thrown value in words; some cannot be made into text. */
function wordsOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'it threw something that has no text';
  }
}

async function loadPack(
  own: OwnCode,
  files: OwnCode['packs'][number],
  policy: RuntimePolicy,
  taken: { readonly tools: ReadonlySet<string>; readonly packs: ReadonlySet<string> },
): Promise<LoadedPack> {
  if (taken.packs.has(files.name)) throw new Error('its name belongs to a built-in pack, or to one of your own config');
  const text = new TextDecoder().decode(own.code.files.get(files.manifest));
  const manifest = parseToolPackManifest(parseConfigText(text, files.manifest));
  if (manifest.name !== files.name) throw new Error(`its manifest calls it ${JSON.stringify(manifest.name)}`);
  assertToolPackAllowed(manifest, policy);
  const made = await exported(own, files.module);
  const tools = toolsIn(typeof made === 'function' ? await made() : made, taken.tools);
  return { manifest, tools, trust: own.source === 'user' ? 'user' : 'workspace' };
}

async function exported({ code }: OwnCode, file: string): Promise<unknown> {
  const { default: made } = await importBound(file, code);
  if (made === undefined) throw new Error('it has no default export');
  return made;
}

/** One tool or a list of them. No tool may have a name that is taken: rules and habits go by names. */
function toolsIn(made: unknown, taken: ReadonlySet<string>): readonly Info[] {
  const tools = (Array.isArray(made) ? made : [made]).map(tool => infoOf(tool as Info | ForeignTool));
  const name = tools.flatMap(namesOf).find(one => taken.has(folded(one)));
  if (name !== undefined) throw new Error(`${name} is the name of a built-in tool, or of one of your own config`);
  return tools;
}

/** A name in the form in which people take two names for the same. */
const folded = (name: string): string => name.toLowerCase().replaceAll('-', '_');

const namesOf = ({ id, definition }: Info): readonly string[] => [
  id,
  ...(typeof definition === 'function' ? [] : (definition.aliases ?? []).map(({ name }) => name)),
];

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
