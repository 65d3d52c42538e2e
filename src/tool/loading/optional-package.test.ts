import { expect, it } from 'vitest';
import { optionalPackage } from './optional-package.ts';

it('a package that is there and young enough is loaded, also a part of it', async () => {
  const pg = await optionalPackage<typeof import('pg')>('pg', { by: 'A store', since: '8.23.0' });
  expect(pg.Client).toBeTypeOf('function');
  const need = { by: 'A LangChain tool', since: '1.2.0', part: 'tools' };
  const tools = await optionalPackage<typeof import('@langchain/core/tools')>('@langchain/core', need);
  expect(tools.StructuredTool).toBeTypeOf('function');
});

it('a package that is missing is named, with the command that installs it', async () => {
  const need = { by: 'This', since: '1.0.0', install: 'none-such pg' };
  await expect(optionalPackage('none-such', need)).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    message: 'This needs the package none-such',
    suggestion: expect.stringContaining('npm install none-such pg'),
  });
});

it.each([
  ['900.0.0', true],
  ['8.900', true],
  ['8.23', false],
  ['8', false],
  ['7.900.900', false],
])('a package older than %s is refused when it is used: %s', async (since, refused) => {
  const loading = optionalPackage('pg', { by: 'A store', since });
  if (refused) {
    await expect(loading).rejects.toMatchObject({
      message: expect.stringMatching(/needs pg .* or newer, and 8\.\S+ is installed/),
      suggestion: expect.stringContaining('npm install pg@latest'),
    });
  } else await expect(loading).resolves.toBeDefined();
});
