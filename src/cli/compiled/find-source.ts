const HOME = new URL('../../', import.meta.url).href;

/**
 * The file that one of our files means by `./name.ts`: just that file, with its types erased. Node itself looks for
 * links, folders and a `package.json` on the way, which for seven hundred files is a third of a start from source.
 */
export function findSource(name: string, importer: string | undefined) {
  const isOurs = importer?.startsWith(HOME) && /^\.\.?\//.test(name) && name.endsWith('.ts');
  const url = isOurs ? new URL(name, importer).href : '';
  return url.startsWith(HOME) ? { url, format: 'module-typescript', shortCircuit: true } : undefined;
}
