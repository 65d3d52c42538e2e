import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'rolldown';

/** The code of a thread: from source another file than in the package, where bundlers want to see its name. */
const THREAD = /new URL\(\s*import\.meta\.url\.endsWith\('\.ts'\) \? '[^']+' : ('[^']+'),\s*import\.meta\.url\s*\)/g;
/** A program that lies in a file beside its user: its text goes into the bundle. */
const PROGRAM_FILE = /readProgram\(\s*new URL\(\s*'(\.\/[^']+)',\s*import\.meta\.url\s*\)/g;
const ADDRESS = /new URL\(\s*(['"])(\.{1,2}\/[^'"]+)\1,\s*import\.meta\.url\s*\)/g;

/**
 * Bundled code lies elsewhere than its source: makes `new URL('…', import.meta.url)` name the same file from `dist`.
 * Files from `src` come along as assets, programs as text.
 */
export function relocateUrls({ root, dist }: { root: string; dist: string }): Plugin {
  return {
    name: 'relocate-urls',
    transform(code, id) {
      if (!id.startsWith(`${root}${sep}src${sep}`)) return;
      const plain = code
        .replace(THREAD, 'new URL(/* webpackIgnore: true */ $1, import.meta.url)')
        .replace(PROGRAM_FILE, (_, address: string) => {
          const text = readFileSync(resolve(dirname(id), address), 'utf8');
          return `readProgram(${JSON.stringify(text)}`;
        });
      let changed = plain !== code;
      const moved = plain.replace(ADDRESS, (whole, _quote, address: string) => {
        const target = resolve(dirname(id), address);
        if (!existsSync(target)) return whole;
        changed = true;
        if (target.startsWith(`${root}${sep}src${sep}`)) {
          const name = `assets/${basename(dirname(target))}-${basename(target)}`;
          this.emitFile({ type: 'asset', fileName: name, source: readFileSync(target) });
          return `new URL('./${name}', import.meta.url)`;
        }
        return `new URL('${relative(dist, target).replaceAll(sep, '/')}', import.meta.url)`;
      });
      return changed ? { code: moved, map: null } : undefined;
    },
  };
}
