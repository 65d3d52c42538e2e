import fc from 'fast-check';
import type { CallRequest } from '../../../src/pipeline/call.ts';

/** What is there at the beginning. */
export const FILES = [
  'vault',
  'a.txt',
  'docs/e.md',
  'src/b.txt',
  'src/.env',
  'src/deep/d.txt',
  '.env',
  'keys/k.pem',
  'secret/s-one.txt',
  'secret/in/t-two.txt',
  '.githooks/pre-push',
] as const;

const file = fc.constantFrom(...FILES, 'link', 'ln/s-one.txt', 'new.txt', 'src/new.json', 'secret/new.txt');
const folder = fc.constantFrom('.', 'src', 'secret', 'ln', 'src/deep', 'keys');
const path = fc.oneof({ weight: 4, arbitrary: file }, { weight: 1, arbitrary: folder });
const content = fc.constantFrom('one\n', 'two\n', '{ "x": \n');

const call = (name: string, args: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<CallRequest> =>
  fc.record(args).map(made => ({ name, args: made }));

const patch = fc.tuple(file, file, fc.constantFrom('Add', 'Delete', 'Move')).map(([one, other, kind]) => {
  if (kind === 'Add') return `*** Begin Patch\n*** Add File: ${one}\n+added\n*** End Patch`;
  if (kind === 'Delete') return `*** Begin Patch\n*** Delete File: ${one}\n*** End Patch`;
  return `*** Begin Patch\n*** Update File: ${one}\n*** Move to: ${other}\n@@\n-old line\n+new line\n*** End Patch`;
});

const quiet: fc.Arbitrary<CallRequest> = fc.oneof(
  call('read_file', { path: file }),
  call('read', { filePath: file }),
  call('read_file', { paths: fc.array(file, { minLength: 2, maxLength: 4 }) }),
  call('write_file', { path: file, content, createDirs: fc.boolean() }),
  call('edit_file', { path: file, old_text: fc.constant('old line'), new_text: fc.constant('new line') }),
  call('apply_patch', { patch }),
  call('delete_file', { path, recursive: fc.boolean() }),
  call('move_file', { from: path, to: path, overwrite: fc.boolean(), createDirs: fc.boolean() }),
  call('list_directory', { path: folder, recursive: fc.boolean(), includeHidden: fc.constant(true) }),
  call('glob', { pattern: fc.constantFrom('**/*', '**/.*', 'src/**'), includeHidden: fc.constant(true) }),
  call('grep', { pattern: fc.constantFrom('MARK', 'line', '.'), path, mode: fc.constantFrom('content', 'files') }),
  call('get_file_info', { path }),
  call('undo_file', { path: file, force: fc.boolean() }),
  call('undo_turn', { force: fc.boolean() }),
  call('redo', { force: fc.boolean() }),
  call('list_changes', { diffs: fc.boolean() }),
  call('todowrite', { todos: fc.constant([{ content: 'x', status: 'pending' }]) }),
  call('find_tools', { query: fc.constantFrom('read', 'send', 'note') }),
  call('note', { path: file, text: content }),
  call('jot', { path: file, text: content }),
  call('sneak', { path: file, other: file }),
  call('wild', { path: file, other: file }),
  call('far__send', { text: fc.constant('hello') }),
);

const command = fc
  .tuple(
    fc.constantFrom(
      'cat ONE',
      'cat ONE > TWO',
      'rm -rf ONE',
      'mv ONE TWO',
      'cp -r ONE TWO',
      'echo new > ONE',
      'ls -aR',
      'cat * */* .e*',
    ),
    path,
    path,
  )
  .map(([text, one, two]) => text.replaceAll('ONE', one).replaceAll('TWO', two));

const loud: fc.Arbitrary<CallRequest> = fc.oneof(
  call('bash', { command }),
  call('bash', { command, dryRun: fc.constant(true) }),
  call('run_code', { language: fc.constant('bash'), code: command }),
);

/** One in a few comes by another tool's name. */
const handedOver = (inner: fc.Arbitrary<CallRequest>): fc.Arbitrary<CallRequest> =>
  fc.oneof(
    { weight: 6, arbitrary: inner },
    { weight: 1, arbitrary: inner.map(({ name, args }) => ({ name: 'call_tool', args: { name, args } })) },
  );

/** Without commands: they take a sandbox each. */
export const someCall = handedOver(quiet);
export const someCommand = handedOver(loud);

/** What a person says, in turn; `change` is a yes with another path or command. */
export const someAnswer = fc.constantFrom(
  'allow_once',
  'allow_once',
  'allow_once',
  'allow_always',
  'reject_once',
  'reject_always',
  'change',
  'fails',
);
export type SomeAnswer = typeof someAnswer extends fc.Arbitrary<infer T> ? T : never;
