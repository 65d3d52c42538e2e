import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodePng } from '../../src/convert/image/decode-png.ts';
import { DOCS } from '../support/docs/pages.ts';

const ROOT = dirname(DOCS);
const PAGES = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })];

/** Every picture that a page shows, in Markdown or in HTML, as a path from the root. */
const picturesOf = (path: string): readonly string[] => {
  const text = readFileSync(join(ROOT, path), 'utf8').replace(/^```.*?^```/gms, '');
  return [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)|<(?:img|source)[^>]*? src(?:set)?="([^"]+)"/g)].map(match =>
    relative(ROOT, join(ROOT, dirname(path), match[1] ?? match[2] ?? '')),
  );
};

const SHOWN = [...new Set(PAGES.flatMap(picturesOf))];

describe('the pictures of the docs', () => {
  it.each(SHOWN)('%s is there, and is a picture', async path => {
    const file = readFileSync(join(ROOT, path));
    if (path.endsWith('.svg')) {
      const text = file.toString();
      expect(text).toMatch(/^<svg .*<text .*<\/svg>\n$/s);
      expect(text).not.toMatch(/<script|href=|<foreignObject|@import|url\(/i);
    } else {
      const { width, data } = await decodePng(file);
      expect(width).toBeGreaterThanOrEqual(1000);
      expect(new Set(new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4)).size).toBeGreaterThan(20);
    }
  });

  it('the pictures of the docs are small enough to be loaded with the page, and none is left over', () => {
    const made = globSync('docs/pictures/*', { cwd: ROOT });
    expect(made.filter(path => statSync(join(ROOT, path)).size > 1.5 * 1024 * 1024)).toEqual([]);
    expect(made.sort()).toEqual([...SHOWN].sort());
    expect(made.length).toBeGreaterThan(5);
  });
});

describe('the README', () => {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');

  it('the README is read in one go, and begins with the promise and a picture that moves', () => {
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(150);
    const [tour = ''] = picturesOf('README.md').filter(path => !path.includes('dark'));
    const file = readFileSync(join(ROOT, tour));
    expect(file.readUInt32BE(file.indexOf('acTL') + 4)).toBeGreaterThan(20);
  });

  it.each(['README.md', 'CONTRIBUTING.md'])('the README leads only to what there is: %s', path => {
    const page = readFileSync(join(ROOT, path), 'utf8');
    const targets = [...page.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(match => match[1] ?? '');
    expect(targets.filter(target => !/^https?:/.test(target) && !existsSync(join(ROOT, target)))).toEqual([]);
  });

  it('the README has the commands of continuous integration', () => {
    const commands = readFileSync(join(ROOT, '.ci/run'), 'utf8').match(/^npm .*$/gm) ?? [];
    const usual = commands.filter(line => !line.includes(' -- '));
    expect(usual.filter(line => !text.includes(`\n${line}`))).toEqual([]);
  });
});
