import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDefaultToolRegistry } from '../../../src/gate/packs/default-registry.ts';
import type { Toolgate } from '../../../src/gate/toolgate.ts';
import type { TemporaryWorkspace } from '../../../src/testing/temporary-workspace.ts';
import { type VerifyOptions, verifyTool } from '../../../src/testing/verify-tool.ts';

const PATCH = `*** Begin Patch
*** Update File: src/main.ts
@@
-console.log(greet('world'));
+console.log(greet('you'));
*** Add File: new/folder/file.txt
+hello
*** Delete File: empty.txt
*** End Patch
`;
const DIFF = `--- a/README.md
+++ b/README.md
@@ -1,3 +1,3 @@
-# Sample
+# Example
 
 A small workspace to try tools on.
`;

/** Changes of several kinds, so that there is something to take back. */
async function changeThings(gate: Toolgate): Promise<void> {
  const calls: readonly (readonly [string, object])[] = [
    ['write_file', { path: 'made/here.txt', content: 'new\n', createDirs: true }],
    ['write_file', { path: 'README.md', content: '# Changed\n' }],
    ['move_file', { from: 'notes/plan.txt', to: 'notes/old.txt' }],
    ['delete_file', { path: 'data', recursive: true }],
    ['edit_file', { path: 'src/main.ts', old_text: 'world', new_text: 'you' }],
  ];
  for (const [index, [name, args]] of calls.entries()) {
    const { ok, output } = await gate.execute({ name, args }, { turn: index + 1 });
    if (!ok) throw new Error(output);
  }
}

const undone = async (gate: Toolgate): Promise<void> => {
  await changeThings(gate);
  for (const turn of [6, 7]) {
    const { ok, output } = await gate.execute({ name: 'undo_turn', args: {} }, { turn });
    if (!ok) throw new Error(output);
  }
};

/** A link to a file, one to a folder, and a folder that holds one. */
function addLinks(_: Toolgate, workspace: TemporaryWorkspace): void {
  fs.symlinkSync('README.md', workspace.path('link.md'));
  fs.symlinkSync('src', workspace.path('link'));
  fs.mkdirSync(workspace.path('links'));
  fs.symlinkSync('../src', workspace.path('links/src'));
}

const SAMPLES: Readonly<Record<string, VerifyOptions>> = {
  read_file: {
    prepare: addLinks,
    arguments: [{ path: 'link/main.ts' }, { paths: ['README.md', 'bytes.bin', 'none'] }],
  },
  write_file: {
    arguments: [
      { path: 'new/deep/file.ts', content: 'export {};\n', createDirs: true },
      { path: 'README.md', content: 'short\n' },
      { path: 'bytes.bin', content: 'AAEC', encoding: 'base64' },
    ],
  },
  edit_file: {
    arguments: [
      { path: 'src/main.ts', old_text: 'world', new_text: 'you' },
      {
        path: 'notes/plan.txt',
        edits: [
          { old_text: 'first', new_text: '1st' },
          { old_text: 'second', new_text: '2nd' },
        ],
      },
      { path: 'made.txt', old_text: '', new_text: 'x' },
    ],
  },
  apply_patch: { arguments: [{ patch: PATCH }, { patch: DIFF }] },
  delete_file: {
    prepare: addLinks,
    arguments: [
      { path: 'README.md' },
      { path: 'src', recursive: true },
      { path: 'src' },
      { path: 'link.md' },
      { path: 'links', recursive: true },
    ],
  },
  move_file: {
    prepare: addLinks,
    arguments: [
      { from: 'link.md', to: 'moved.md' },
      { from: 'links', to: 'moved' },
      { from: 'src', to: 'lib/code', createDirs: true },
      { from: 'README.md', to: 'empty.txt', overwrite: true },
      { from: 'README.md', to: 'empty.txt' },
    ],
  },
  list_directory: { arguments: [{}, { recursive: true }] },
  glob: { arguments: [{ pattern: '**/*.ts' }] },
  grep: { arguments: [{ pattern: 'greet' }, { pattern: '(', literal: false }] },
  get_file_info: { prepare: addLinks, arguments: [{ path: 'link' }, { path: 'bytes.bin' }] },
  undo_file: {
    runs: 3,
    prepare: changeThings,
    arguments: ['README.md', 'made/here.txt', 'data/items.json', 'notes/old.txt'].map(path => ({ path })),
  },
  undo_turn: {
    runs: 2,
    prepare: changeThings,
    arguments: [{}, ...[1, 2, 3, 4].map(turn => ({ turn })), { force: true }],
  },
  redo: { runs: 0, prepare: undone, arguments: [{}, { force: true }] },
  list_changes: { prepare: changeThings, arguments: [{ diffs: true }, { path: 'README.md' }, { turn: 1 }] },
  todowrite: { arguments: [{ todos: [{ content: 'one' }, { id: 'b', content: 'two', status: 'in_progress' }] }] },
  todoread: {},
  find_tools: { arguments: [{ query: 'read a file' }] },
  call_tool: {
    arguments: [
      { name: 'read_file', args: { path: 'README.md' } },
      { name: 'delete_file', args: { path: 'README.md' } },
      { name: 'call_tool', args: {} },
    ],
  },
};

const tools = createDefaultToolRegistry().list();

describe('the built-in tools do as they say', () => {
  it.each(tools.map(tool => [tool.id, tool] as const))('%s', async (id, tool) => {
    const { findings, succeeded } = await verifyTool(tool, { runs: 10, ...SAMPLES[id] });
    expect(findings).toEqual([]);
    expect(succeeded).toBeGreaterThan(0);
  });

  it('all of them', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual(tools.map(({ id }) => id).sort());
  });
});
