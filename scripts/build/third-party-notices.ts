import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences of the packages whose modules were bundled; each asks to be named with its code. */
export function thirdPartyNotices(modules: readonly string[]): string {
  const folders = new Set<string>();
  for (const id of modules) {
    const match = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id.replaceAll('\0', ''));
    if (match) folders.add(match[1]!);
  }
  const notices = [...folders].sort().map(folder => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = globSync('{LICENSE,LICENCE,license}*', { cwd: folder }).map(file =>
      readFileSync(join(folder, file), 'utf8'),
    );
    return `${name} ${version} (${license})\n\n${texts.map(text => text.trim()).join('\n\n')}\n`;
  });
  return `This package contains code of the packages below.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
