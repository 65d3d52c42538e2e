import { readFileSync } from 'node:fs';
import { type RegisterHooksOptions, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { BoundCode } from './bound-code.ts';

/** The bytes that were looked at, by URL. A file that is changed meanwhile is not read again. */
const bound = new Map<string, Uint8Array>();
let hooked = false;

/** Runs a module from the bytes that were read, with all that it imports from its folder. */
export async function importBound(file: string, { files }: BoundCode): Promise<Readonly<Record<string, unknown>>> {
  for (const [path, bytes] of files) bound.set(pathToFileURL(path).href, bytes);
  if (!hooked) registerHooks({ resolve, load });
  hooked = true;
  return import(pathToFileURL(file).href);
}

type Resolve = NonNullable<RegisterHooksOptions['resolve']>;
type Load = NonNullable<RegisterHooksOptions['load']>;

const resolve: Resolve = (specifier, context, next) => {
  if (bound.has(specifier)) return served(specifier);
  const { parentURL } = context;
  if (parentURL === undefined || !bound.has(parentURL)) return next(specifier, context);
  if (/^(?:\.|\/|file:)/.test(specifier)) {
    const url = new URL(specifier, parentURL).href;
    if (bound.has(url)) return served(url);
    throw unbound(specifier, parentURL);
  }
  if (/^toolgate(?:\/|$)/.test(specifier)) return ourselves(specifier, context, next);
  const found = next(specifier, context);
  if (found.url.startsWith('file:') && !found.url.includes('/node_modules/')) throw unbound(specifier, parentURL);
  return found;
};

const load: Load = (url, context, next) => {
  const source = bound.get(url);
  return source ? { format: formatOf(url), source, shortCircuit: true } : next(url, context);
};

const served = (url: string): ReturnType<Resolve> => ({ url, format: formatOf(url), shortCircuit: true });

/** The format of a file, always that of a module: a package.json beside it is not bound. */
const formatOf = (url: string): string =>
  url.endsWith('.json') ? 'json' : /\.m?ts$/.test(url) ? 'module-typescript' : 'module';

const unbound = (specifier: string, parent: string): Error =>
  new Error(
    `${parent} imports ${specifier}, which is neither in its folder nor a package, so trust would not hold for it`,
  );

/** Resolves this very package: it need not be installed beside the tools, and there is one copy of its classes. */
const ourselves: Resolve = (specifier, context, next) => {
  const here = import.meta.url;
  if (!here.endsWith('.ts')) return next(specifier, { ...context, parentURL: here });
  const root = new URL('../../../', here);
  const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const types: unknown = exports[`.${specifier.slice('toolgate'.length)}`]?.types;
  if (typeof types !== 'string') throw unbound(specifier, context.parentURL ?? here);
  const source = types.replace('./dist/types/', 'src/').replace(/\.d\.ts$/, '.ts');
  return { url: new URL(source, root).href, shortCircuit: true };
};
