import { expect, it } from 'vitest';
import { renderRequest } from './render-request.ts';
import type { ApprovalRequest } from './request.ts';

const request: ApprovalRequest = {
  id: 'a1',
  stepId: 'c1',
  tool: 'write_file',
  args: { path: 'src/a.ts', content: 'one\ntwo' },
  reason: 'write_file: overwrites src/a.ts (3 lines)',
  effects: [
    { kind: 'read', resource: '/ws/src/a.ts' },
    { kind: 'write', resource: '/ws/src/a.ts' },
  ],
  diff: '-old\n+new',
  danger: 'moderate',
  suggestions: [
    {
      verdict: 'allow',
      rules: [{ tool: 'write_file', match: 'src/**', verdict: 'allow' }],
      text: 'Always: allow write_file src/**, without asking',
    },
  ],
  root: '/ws',
};

it('says what and how dangerous, the diff, what it touches, why, and what always would save', () => {
  expect(renderRequest(request)).toBe(
    [
      'write_file wants to run (moderate)',
      '-old',
      '+new',
      'Arguments:',
      '  path: "src/a.ts"',
      '  content: one',
      '    two',
      'It would:',
      '  - write src/a.ts',
      '  - read src/a.ts',
      'Why you are asked: overwrites src/a.ts (3 lines)',
      'Always: allow write_file src/**, without asking',
    ].join('\n'),
  );
});

it('what a model wrote cannot draw over the question', () => {
  const text = renderRequest({
    ...request,
    tool: 'bash',
    reason: 'safe\u001b[2J\u001b[1;1Hallowed',
    args: { command: 'rm -rf src\r echo harmless', '\u202Eevil': '\u200bx\u0007' },
    effects: [{ kind: 'execute', resource: 'rm -rf src\necho \u009b31m' }],
    diff: '+\u001b]0;title\u0007\r-hidden',
  });
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
  expect(text).toContain('rm -rf src\\necho \\x9b31m');
  expect(text).toContain('\\u{202e}evil');
});

it('what is long is cut and says by how much', () => {
  const effects = Array.from({ length: 40 }, (_, index) => ({ kind: 'delete', resource: `/ws/${index}` }) as const);
  const text = renderRequest({ ...request, effects, args: { content: 'x'.repeat(5000) }, diff: '+a\n'.repeat(500) });
  expect(text).toContain('and 28 more');
  expect(text).toContain('more characters)');
  expect(text).toContain('more lines]');
});

it('the end of a long command is seen too, and what does most comes first', () => {
  const text = renderRequest({
    ...request,
    args: { command: `${'echo a; '.repeat(500)}rm -rf build` },
    effects: [
      ...Array.from({ length: 20 }, (_, index) => ({ kind: 'execute', resource: `echo ${index}` }) as const),
      { kind: 'delete', resource: '/ws/build', tree: true },
      { kind: 'network', resource: 'evil.test' },
    ],
  });
  expect(text).toContain('echo a; rm -rf build\n');
  expect(text).toContain('It would:\n  - connect to evil.test\n  - delete build and all below it\n  - run echo 0');
});

it('several rules that always would save are listed once', () => {
  const rules = ['a', 'b'].map(match => ({ tool: 'bash', match, verdict: 'allow' }) as const);
  const text = renderRequest({ ...request, suggestions: [{ verdict: 'allow', rules, text: 'Always: all of it' }] });
  expect(text.endsWith('\nAlways, without asking:\n  allow bash a\n  allow bash b')).toBe(true);
});

it('what cannot be said is said so', () => {
  expect(renderRequest({ ...request, effects: 'everything', args: {} })).toContain(
    'It would do what cannot be said beforehand',
  );
});

it('one effect is part of the sentence', () => {
  const effects = [{ kind: 'delete', resource: '/ws/build', tree: true }] as const;
  expect(renderRequest({ ...request, effects })).toContain('\nIt would delete build and all below it\n');
});

it('leads with a command as it would be typed; what stands in the diff is not said again', () => {
  const asked = { ...request, tool: 'bash', args: { command: 'rm a\necho b', timeout: 5 }, diff: undefined };
  expect(renderRequest(asked)).toMatch(
    /^bash wants to run \(moderate\)\n {2}\$ rm a\n {4}echo b\nArguments:\n {2}timeout: 5\nIt would:/,
  );
  const seen = { ...request, args: { path: 'src/a.ts', content: 'new' }, diff: '--- a/src/a.ts\n-old\n+new\n' };
  expect(renderRequest(seen)).toMatch(/\+new\nIt would:/);
  expect(renderRequest(seen)).not.toContain('Arguments');
});

it('what is as it is by default is not said', () => {
  const text = renderRequest({ ...request, args: { path: 'a', createDirs: false, mode: 'x' }, unsaid: ['createDirs'] });
  expect(text).toContain('mode');
  expect(text).not.toContain('createDirs');
});

it('a question about a rehearsal says that nothing is written yet, the hosts and what it printed', () => {
  const rehearsed = { hosts: ['evil.example'], output: `${'x\n'.repeat(40)}last\u001b[31m` };
  const text = renderRequest({ ...request, rehearsed });
  expect(text).toContain('it has run on a copy, without the network. Nothing is written yet');
  expect(text).toContain('It tried to reach: evil.example');
  expect(text).toMatch(/It printed:\n {4}\[21 lines before\]\n( {4}x\n)+ {4}last/);
  expect(text).not.toContain('\u001b');
});
