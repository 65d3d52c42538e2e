import { entriesProblem, isFilledText, isObject } from './check-keys.ts';

/** A pack of one's own: its folder, with manifest.json and pack.ts in it, or the two files. */
type OwnPackConfig = string | { readonly manifest: string; readonly module: string };

export type OwnPacksConfig = Readonly<Record<string, OwnPackConfig>>;

/** The keys of a config that name code. Paths are from the config's folder on. */
export interface CodeConfig {
  readonly tools?: readonly string[];
  readonly ownPacks?: OwnPacksConfig;
  readonly toolResolver?: string;
}

export const CODE_KEYS = ['tools', 'ownPacks', 'toolResolver'] as const satisfies readonly (keyof CodeConfig)[];

const NAME = /^[a-z][a-z0-9-]{0,31}$/;

export function ownPacksProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object: { "NAME": "FOLDER" }';
  return entriesProblem(value, (place, name) => {
    if (!NAME.test(name)) return 'is no name: lower-case letters, digits and -, at most 32';
    return isPlace(place) ? undefined : 'must be a folder, or { "manifest": FILE, "module": FILE }';
  });
}

const isPlace = (place: unknown): boolean =>
  isFilledText(place) ||
  (isObject(place) &&
    Object.keys(place).every(key => key === 'manifest' || key === 'module') &&
    isFilledText(place.manifest) &&
    isFilledText(place.module));
