const HOME = new URL('../../', import.meta.url).href;

/** The file that `./name.ts` means: Node itself looks for links, folders and a `package.json`, a third of a start. */
export function findSource(name: string, importer: string | undefined) {
  const isOurs = importer?.startsWith(HOME) && /^\.\.?\//.test(name) && name.endsWith('.ts');
  const url = isOurs ? new URL(name, importer).href : '';
  return url.startsWith(HOME) ? { url, format: 'module-typescript', shortCircuit: true } : undefined;
}
