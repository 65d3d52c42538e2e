import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CallRequest } from '../../src/pipeline/call.ts';

export interface Scenario {
  readonly name: string;
  /** Calls that come before, each a turn of its own. */
  readonly before: readonly CallRequest[];
  /** What is killed; `plan` stands for applying what the calls before have planned. */
  readonly run: CallRequest | 'plan';
  /** Take the operation back, one after another. */
  readonly back: readonly CallRequest[];
  /** The start after a kill is killed too. */
  readonly recovery?: boolean;
}

const lines = (tag: string, count: number): string =>
  Array.from({ length: count }, (_, line) => `${tag} line ${line}\n`).join('');

const FILES: readonly (readonly [path: string, mode: number, content: string])[] = [
  ['a.txt', 0o640, lines('a', 40)],
  ['b.txt', 0o755, lines('b', 3000)],
  ['d/x.txt', 0o644, lines('x', 10)],
  ['d/e/y.txt', 0o600, lines('y', 10)],
];

/** The files that every scenario begins with; nothing has recorded them. */
export function fillWorkspace(workspace: string): void {
  mkdirSync(workspace, { recursive: true });
  for (const [path, mode, content] of FILES) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), content);
    chmodSync(join(workspace, path), mode);
  }
}

const PATCH = [
  '*** Begin Patch',
  '*** Add File: p/q/new.txt',
  '+new line',
  '*** Update File: a.txt',
  '@@',
  ' a line 2',
  '-a line 3',
  '+a line 3, patched',
  ' a line 4',
  '*** Update File: d/x.txt',
  '@@',
  ' x line 1',
  '-x line 2',
  '+x line 2, patched',
  ' x line 3',
  '*** Delete File: b.txt',
  '*** End Patch',
  '',
].join('\n');

const call = (name: string, args: Record<string, unknown>): CallRequest => ({ name, args });
const patch = call('apply_patch', { patch: PATCH });
const edit = call('edit_file', { path: 'a.txt', old_text: 'a line 7\n', new_text: 'a line 7, edited\n' });
const create = call('write_file', { path: 'n/m/new.txt', content: lines('new', 500), createDirs: true });
/** Changed, created, deleted, moved, linked and closed; with no reader of a pipe or anything else that comes by chance. */
const command = call('bash', {
  command:
    'mkdir -p n/m && echo new > n/m/new.txt && echo more >> a.txt && rm b.txt && mv d/e/y.txt d/y.txt && rmdir d/e && ln -s a.txt l && chmod 600 d/x.txt',
});
const undoTurn = call('undo_turn', {});
const redo = call('redo', {});

const scenario = (name: string, run: CallRequest): Scenario => ({ name, before: [], run, back: [undoTurn] });

/** Every kind of operation that changes files. */
export const SCENARIOS: readonly Scenario[] = [
  scenario('create in a new folder', create),
  scenario('overwrite', call('write_file', { path: 'b.txt', content: lines('B', 2500) })),
  scenario('edit', edit),
  { ...scenario('patch of several files', patch), recovery: true },
  scenario('move', call('move_file', { from: 'a.txt', to: 'd/moved.txt' })),
  {
    ...scenario('move over a file', call('move_file', { from: 'a.txt', to: 'b.txt', overwrite: true })),
    recovery: true,
  },
  scenario('move of a folder', call('move_file', { from: 'd', to: 'g/h', createDirs: true })),
  scenario('delete of a file', call('delete_file', { path: 'b.txt' })),
  { ...scenario('delete of a folder', call('delete_file', { path: 'd', recursive: true })), recovery: true },
  scenario('command', command),
  { name: 'undo_file', before: [edit], run: call('undo_file', { path: 'a.txt' }), back: [redo] },
  { name: 'undo_turn', before: [patch], run: undoTurn, back: [redo], recovery: true },
  { name: 'redo', before: [patch, undoTurn], run: redo, back: [undoTurn] },
  { name: 'plan apply', before: [create, patch], run: 'plan', back: [undoTurn, undoTurn] },
];
