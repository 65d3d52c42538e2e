import { isObject } from '../is-object.ts';

/** A pack of one's own: its folder, with manifest.json and pack.ts in it, or the two files. */
type OwnPackConfig = string | { readonly manifest: string; readonly module: string };

export type OwnPacksConfig = Readonly<Record<string, OwnPackConfig>>;

/** What of a config names code. Paths are from the config's folder on. */
export interface CodeConfig {
  readonly tools?: readonly string[];
  readonly ownPacks?: OwnPacksConfig;
  readonly toolResolver?: string;
}

export const CODE_KEYS = ['tools', 'ownPacks', 'toolResolver'] as const satisfies readonly (keyof CodeConfig)[];

const NAME = /^[a-z][a-z0-9-]{0,31}$/;

/** What is wrong with the packs that a config brings, or undefined. */
export function ownPacksProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object: { "NAME": "FOLDER" }';
  for (const [name, place] of Object.entries(value)) {
    if (!NAME.test(name))
      return `has ${JSON.stringify(name)}, which is no name: lower-case letters, digits and -, at most 32`;
    if (!isPlace(place))
      return `has ${JSON.stringify(name)}, which must be a folder, or { "manifest": FILE, "module": FILE }`;
  }
  return undefined;
}

const isPath = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

const isPlace = (place: unknown): boolean =>
  isPath(place) ||
  (isObject(place) &&
    Object.keys(place).every(key => key === 'manifest' || key === 'module') &&
    isPath(place.manifest) &&
    isPath(place.module));
