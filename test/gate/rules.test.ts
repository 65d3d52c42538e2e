import { describe, expect, it } from 'vitest';
import { openGate } from '../support/worlds/open-gate.ts';

const policy = { rules: [{ effect: 'read', match: '**/.env*', verdict: 'deny', reason: 'secrets' }] } as const;
const files = { '.env': 'KEY=1\n', 'src/.env.local': 'KEY=2\n', 'src/a.ts': 'export const KEY = 3;\n' };

describe('a rule that denies reading .env', () => {
  it.each([
    ['read_file', { path: '.env' }],
    ['read_file', { path: './src/../.env' }],
    ['read_file', { paths: ['src/a.ts', '.env'] }],
    ['read', { file_paths: ['.env'] }],
    ['grep', { pattern: 'KEY', path: '.env' }],
    ['move_file', { from: '.env', to: 'env.txt' }],
    ['edit_file', { path: '.env', old_text: 'KEY', new_text: 'X' }],
    ['apply_patch', { patch: '*** Begin Patch\n*** Update File: .env\n@@\n-KEY=1\n+KEY=2\n*** End Patch' }],
    [
      'apply_patch',
      { patch: '*** Begin Patch\n*** Update File: .env\n*** Move to: out.txt\n@@\n-KEY=1\n+KEY=2\n*** End Patch' },
    ],
    ['get_file_info', { path: '.env' }],
    ['call_tool', { name: 'read_file', args: { path: '.env' } }],
  ])('a rule that denies reading .env denies %s %j and gives the rule as the reason', async (name, args) => {
    const { gate, run, read } = await openGate(files, { policy, approver: () => 'allow_once' });
    const explained = await gate.explain({ name, args });
    expect(explained.error === undefined && explained.verdict).toBe('deny');
    expect(explained.error === undefined && explained.reasons[0]?.rule).toMatchObject({ match: '**/.env*' });
    expect((await run(name, args)).error?.code).toBe('POLICY_DENIED');
    expect(read('.env')).toBe('KEY=1\n');
  });

  it('a rule that denies reading .env denies it through a link too', async () => {
    const { symlinkSync } = await import('node:fs');
    const { run, root } = await openGate(files, { policy });
    symlinkSync('.env', `${root}/innocent.txt`);
    expect((await run('read_file', { path: 'innocent.txt' })).error?.code).toBe('POLICY_DENIED');
  });

  it.each([
    ['grep', { pattern: 'KEY' }],
    ['glob', { pattern: '**/*' }],
    ['list_directory', { path: '.', includeHidden: true, recursive: true }],
  ])('a rule that denies reading .env leaves it out of %s over the folder and says so', async (name, args) => {
    const { run } = await openGate(files, { policy });
    const outcome = await run(name, args);
    expect(outcome.ok).toBe(true);
    expect(outcome.output).not.toMatch(/\.env|KEY=/);
    expect(outcome.output).toContain('a.ts');
    expect(outcome.output).toMatch(/2 .*hidden|hidden.*2|left out/i);
  });

  it('a rule that denies reading .env does not keep a folder from being deleted unseen: it asks or denies', async () => {
    const { gate } = await openGate(files, { policy });
    const explained = await gate.explain({ name: 'delete_file', args: { path: 'src', recursive: true } });
    expect(explained.error === undefined && explained.verdict).not.toBe('allow');
  });
});

describe('a policy', () => {
  it('a policy of read-only still reads files and loads no tool that writes', async () => {
    const { gate, run } = await openGate(files, { policy: 'read-only' });
    expect((await run('read_file', { path: 'src/a.ts' })).ok).toBe(true);
    expect(gate.registry.get('write_file')).toBeUndefined();
    const { error } = await run('write_file', { path: 'x', content: '' });
    expect(error).toMatchObject({
      code: 'PERMISSION_DENIED',
      suggestion: 'Find another way; only a person can allow it.',
    });
    expect(JSON.stringify(error)).not.toContain('--policy');
    expect(error?.message).toContain('which the policy "read-only" does not grant');
    expect((await run('write', { wrong: 1 })).error?.code).toBe('PERMISSION_DENIED');
  });

  it.each([
    '.git/hooks/pre-commit',
    '.git/config',
    '.vscode/tasks.json',
    '.github/workflows/ci.yml',
    'toolgate.config.json',
    '.toolgate/x',
  ])('a policy asks before writing %s, which runs later by itself', async path => {
    const { gate } = await openGate();
    const explained = await gate.explain({ name: 'write_file', args: { path, content: 'x', createDirs: true } });
    expect(explained.error === undefined && explained.verdict).toBe('ask');
  });

  it('a policy hides what a rule asks about until a person allows it', async () => {
    const asking = { rules: [{ effect: 'read', match: '**/.env*', verdict: 'ask' }] } as const;
    const { run } = await openGate(files, { policy: asking, approver: () => 'allow_once' });
    expect((await run('read_file', { path: '.env' })).output).toContain('KEY=1');
    expect((await run('grep', { pattern: 'KEY' })).output).not.toContain('KEY=1');
  });
});

it('deleting a link is about the link, not about what it points to', async () => {
  const { symlinkSync } = await import('node:fs');
  const { gate, root, run, exists } = await openGate({ 'a.txt': 'x' }, { approver: () => 'allow_once' });
  symlinkSync('a.txt', `${root}/link`);
  const explained = await gate.explain({ name: 'delete_file', args: { path: 'link' } });
  expect(explained.error === undefined && explained.effects).toContainEqual(
    expect.objectContaining({ kind: 'delete', resource: `${root}/link` }),
  );
  expect((await run('delete_file', { path: 'link' })).ok).toBe(true);
  expect([exists('link'), exists('a.txt')]).toEqual([false, true]);
});
