import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { define, type Info } from '../../src/tool/define.ts';
import { tempFolder } from '../support/workspace/temp-folder.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const rest = { parameters: z.object({}), execute: () => ({ output: 'done' }) };

type Author = (made: typeof define, definition: object) => Info;

/** A package with a module in `lib/tools` that defines a tool. */
async function openPackage(files: Readonly<Record<string, string>>): Promise<Author> {
  const folder = tempFolder();
  const all = { 'package.json': '{"name":"own"}', ...files };
  for (const [path, text] of Object.entries(all)) folder.put(path, text);
  const module = folder.put('lib/tools/own.mjs', AUTHOR);
  const { author } = (await import(/* @vite-ignore */ pathToFileURL(module).href)) as { author: Author };
  return author;
}
const AUTHOR = "export const author = (define, definition) => define('own_tool', definition);\n";

it.each([
  ['beside the module', 'own.txt', { 'lib/tools/own.txt': 'Beside it.', 'own.txt': 'At the root.' }, 'Beside it.'],
  ['below the root of the package', 'lib/tools/own.txt', { 'lib/tools/own.txt': 'Below it.' }, 'Below it.'],
])('a relative description file is looked for %s that defines the tool', async (_, descriptionFile, files, text) => {
  const author = await openPackage(files);
  const { gate } = await openGate(
    {},
    { packs: [], tools: [author(define, { ...rest, description: '', descriptionFile })] },
  );
  await gate.registry.ready();
  expect(gate.registry.describe().find(({ name }) => name === 'own_tool')?.description).toBe(text);
});

it('a definition that is made later, and a path at registration, are taken from the module that gave them', async () => {
  const author = await openPackage({ 'lib/tools/own.txt': 'Later.' });
  const made = author(define, async () => ({ ...rest, description: '', descriptionFile: './own.txt' }));
  const { gate } = await openGate({}, { packs: [], tools: [made] });
  gate.registry.register(define('beside', { ...rest, description: 'x' }), { descriptionPath: 'description-files.txt' });
  await gate.registry.ready();
  expect(gate.registry.describe().map(({ description }) => description)).toEqual([
    'Later.',
    'This lies beside its test.',
  ]);
});

it('a description file that is missing leaves the inline one, and is told; without one the tool says so', async () => {
  const lost = define('lost', { ...rest, description: 'Still here.', descriptionFile: 'no-such.txt' });
  const { gate } = await openGate({}, { packs: [], tools: [lost, define('other', { ...rest, description: 'Fine.' })] });
  await gate.registry.ready();
  expect(gate.registry.describe().map(({ description }) => description)).toEqual(['Still here.', 'Fine.']);
  const [told] = await gate.activity.since(0, { type: 'error' });
  expect(told?.data).toMatchObject({ toolName: 'lost', error: { message: expect.stringContaining('no-such.txt') } });

  const silent = define('silent', { ...rest, description: '', descriptionFile: 'no-such.txt' });
  const { gate: second } = await openGate({}, { packs: [], tools: [silent] });
  await expect(second.registry.ready()).rejects.toThrow('no-such.txt');
});

it('the variables of a description say where the session is when it is told', async () => {
  const author = await openPackage({ 'lib/tools/own.txt': `\${workspace} \${cwd} \${directory} \${other}` });
  const own = author(define, { ...rest, description: '', descriptionFile: 'own.txt' });
  const { gate, root } = await openGate({}, { packs: [], tools: [own] });
  const described = () => gate.registry.describe()[0]?.description;
  await gate.registry.ready();
  expect(described()).toBe(`${root} ${root} ${root} \${other}`);
  gate.session().cwd = 'sub';
  expect(described()).toBe(`${root} ${root}/sub ${root}/sub \${other}`);
  expect(gate.registry.catalogue('canonical', { cwd: '/else' })[0]?.description).toContain(' /else /else ');
});
