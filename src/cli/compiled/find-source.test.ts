import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { findSource } from './find-source.ts';

const at = (path: string) => pathToFileURL(`${import.meta.dirname}/${path}`).href;

it('a file of ours is the one that another of ours names', () => {
  const found = (url: string) => ({ url, format: 'module-typescript', shortCircuit: true });
  expect(findSource('./find-source.ts', at('main.ts'))).toEqual(found(at('find-source.ts')));
  expect(findSource('../../tool/error.ts', at('main.ts'))).toEqual(found(at('../../tool/error.ts')));
});

it.each([
  ['a package', 'zod', at('main.ts')],
  ['a module of Node', 'node:fs', at('main.ts')],
  ['a file that has no types', './guard.cjs', at('main.ts')],
  ['a file outside of the source', '../../../scripts/build/main.ts', at('main.ts')],
  ['a file that a package names', './index.ts', at('../../../node_modules/zod/index.js')],
  ['a file that a user names', './tools.ts', 'file:///home/dev/project/toolgate.ts'],
  ['what nobody imports', './main.ts', undefined],
])('%s is for Node to find', (_, name, importer) => {
  expect(findSource(name, importer)).toBeUndefined();
});
