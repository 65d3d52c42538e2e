import fs from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createToolgate } from '../../src/gate/create-toolgate.ts';
import type { Toolgate } from '../../src/gate/toolgate.ts';
import { layOutPaths, pathCases } from '../cases/workspace/paths.ts';
import { type TempFolder, tempFolder } from '../support/workspace/temp-folder.ts';

/** Everything below the home folder but the workspace, with its content; no link is followed. */
function outside(home: TempFolder, folder = home.path): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of fs.readdirSync(folder)) {
    const path = `${folder}/${name}`;
    if (path === home.at('ws')) continue;
    const stats = fs.lstatSync(path);
    if (stats.isDirectory()) Object.assign(found, outside(home, path));
    found[path] = stats.isFile() ? fs.readFileSync(path, 'utf8') : stats.isSymbolicLink() ? fs.readlinkSync(path) : '';
  }
  return found;
}

async function openPaths(): Promise<{ home: TempFolder; gate: Toolgate }> {
  const home = tempFolder();
  layOutPaths(home);
  const gate = await createToolgate({
    workspace: home.at('ws'),
    store: 'memory',
    closed: [home.at('ws/state')],
    approver: async () => 'allow_once',
  });
  onTestFinished(() => gate.close());
  return { home, gate };
}

const patch = (path: string, what: string) => `*** Begin Patch\n*** ${what}: ${path}\n+x\n*** End Patch\n`;
const fits = (path: string) => path !== '' && path.trim() === path && !/[\n\r]/.test(path);

/** Calls of every tool that takes a path and follows it to the end. */
const calls = (path: string): [string, object][] => [
  ['read_file', { path }],
  ['read_file', { paths: ['a.txt', path] }],
  ['write_file', { path, content: 'x' }],
  ['write_file', { path, content: 'x', createDirs: true }],
  ['edit_file', { path, old_text: 'OUTSIDE', new_text: 'x' }],
  ['move_file', { from: 'a.txt', to: `${path}/x`, createDirs: true }],
  ['list_directory', { path }],
  ['glob', { pattern: '**/*', path }],
  ['grep', { pattern: '.', path }],
  ['undo_file', { path }],
  ...(fits(path) ? [['apply_patch', { patch: patch(path, 'Add File') }] as [string, object]] : []),
];

it('no tool gets out of the workspace, by whatever path', async () => {
  const { home, gate } = await openPaths();
  const before = outside(home);
  const wrong: unknown[] = [];
  for (const [path, expected] of pathCases(home.path)) {
    if (!('fails' in expected) || expected.fails !== 'INVALID_PATH') continue;
    for (const [name, args] of calls(path)) {
      const { error } = await gate.execute({ name, args });
      const right = path === '' ? ['INVALID_PATH', 'INVALID_ARGUMENTS', 'FILE_NOT_FOUND'] : ['INVALID_PATH'];
      if (!right.includes(error?.code ?? '')) wrong.push([name, args, error?.code]);
    }
  }
  expect(wrong).toEqual([]);
  expect(outside(home)).toEqual(before);
});

it('a link out of the workspace is moved and deleted as the link that it is', async () => {
  const { home, gate } = await openPaths();
  const before = outside(home);
  const links = fs.readdirSync(home.at('ws')).filter(name => name.startsWith('out-'));
  expect(links.length).toBeGreaterThan(9);
  for (const name of links) {
    expect((await gate.execute({ name: 'move_file', args: { from: name, to: `moved-${name}` } })).ok).toBe(true);
    expect((await gate.execute({ name: 'delete_file', args: { path: `moved-${name}`, recursive: true } })).ok).toBe(
      true,
    );
  }
  expect(outside(home)).toEqual(before);
});

it('every legal path reads as the file that it leads to', async () => {
  const { home, gate } = await openPaths();
  for (const [path, expected] of pathCases(home.path)) {
    // A path `output:123` is what a call printed; `./output:123` is the file.
    if (!('reads' in expected) || path.startsWith('output:')) continue;
    const { value, error } = await gate.execute({ name: 'read_file', args: { path, encoding: 'base64' } });
    expect([path, error?.message]).toEqual([path, undefined]);
    expect(Buffer.from((value as { content: string }).content, 'base64').toString()).toBe(expected.reads);
  }
});
