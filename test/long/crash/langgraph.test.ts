import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../../../src/testing/index.ts';
import { programPath } from '../../support/program-path.ts';

const PROGRAM = programPath('durable-graph');

interface Said {
  readonly asked?: readonly string[];
  readonly told?: readonly string[];
  readonly died?: boolean;
}

function open() {
  const space = temporaryWorkspace();
  onTestFinished(() => space.remove());
  const folder = space.path('.');
  mkdirSync(join(folder, 'workspace'));
  mkdirSync(join(folder, 'state'));
  writeFileSync(join(folder, 'workspace', 'a.txt'), 'one\n');
  writeFileSync(join(folder, 'workspace', 'b.txt'), 'end\n');
  return {
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    /** In a process of its own. */
    go: (calls: readonly object[], command: string) =>
      new Promise<Said>((resolve, reject) => {
        const args = [PROGRAM, folder, JSON.stringify(calls), command];
        execFile(process.execPath, args, (error, stdout, stderr) => {
          if (error?.signal === 'SIGKILL') resolve({ died: true });
          else if (error) reject(new Error(stderr || error.message));
          else resolve(JSON.parse(stdout) as Said);
        });
      }),
  };
}

const note = (id: string, word: string, dies = false) => ({ id, name: 'note', args: { word, dies } });
const more = { id: 'e1', name: 'edit_file', args: { path: 'b.txt', old_text: 'end', new_text: 'more end' } };
const overwrite = (path: string) => ({ id: `w-${path}`, name: 'write_file', args: { path, content: 'new\n' } });
const YES = JSON.stringify({ decisions: [{ type: 'approve' }] });
const NO = JSON.stringify({ decisions: [{ type: 'reject' }] });

it('what was done before a question is not done again in the process that goes on', async () => {
  const { go, read } = open();
  const reading = { id: 'r1', name: 'read_file', args: { path: 'workspace.txt' } };
  const calls = [note('n1', 'first'), more, overwrite('a.txt'), note('n2', 'last'), reading];
  expect(await go(calls, 'begin')).toEqual({ asked: ['write_file'] });
  expect(read('workspace/a.txt')).toBe('one\n');
  const { told } = await go(calls, YES);
  expect(told).toEqual([
    expect.stringMatching(/^noted first\n\n\[Done before/),
    expect.stringMatching(/^Edited b\.txt.*\[Done before/s),
    expect.stringContaining('Overwrote a.txt'),
    expect.stringMatching(/^noted last/),
    expect.stringContaining('FILE_NOT_FOUND'),
  ]);
  expect(read('notes').split('\n').sort()).toEqual(['', 'first', 'last']);
  expect(read('workspace/b.txt')).toBe('more end\n');
  expect(read('workspace/a.txt')).toBe('new\n');
});

it('each of two questions gets its own answer, though every answer is another process', async () => {
  const { go, read } = open();
  const calls = [overwrite('a.txt'), note('n1', 'between'), overwrite('b.txt')];
  expect(await go(calls, 'begin')).toEqual({ asked: ['write_file'] });
  expect(await go(calls, NO)).toEqual({ asked: ['write_file'] });
  const { told } = await go(calls, YES);
  expect(told).toEqual([
    expect.stringContaining('APPROVAL_DENIED'),
    expect.stringContaining('noted between'),
    expect.stringContaining('Overwrote b.txt'),
  ]);
  expect([read('workspace/a.txt'), read('workspace/b.txt'), read('notes')]).toEqual(['one\n', 'new\n', 'between\n']);
});

it('a process that dies in the middle of a round leaves nothing to be done twice', async () => {
  const { go, read } = open();
  const calls = [more, note('n1', 'fatal', true)];
  expect(await go(calls, 'begin')).toEqual({ died: true });
  const { told } = await go(calls, 'continue');
  expect(told?.[1]).toContain('OUTCOME_UNKNOWN');
  expect(read('notes')).toBe('fatal\n');
  expect(read('workspace/b.txt')).toBe('more end\n');
});
