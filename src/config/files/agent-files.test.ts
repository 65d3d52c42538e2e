import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashAgentFiles, projectAgentFiles, userAgentFiles } from './agent-files.ts';
import { areAgentsTrusted, trustWorkspace } from './trust.ts';

function openFolder(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-agents-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (path: string, text: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { folder, write };
}

describe('the agents of a workspace', () => {
  it('agents of a workspace are its files in .toolgate/agents, by name', () => {
    const { folder } = openFolder({
      '.toolgate/agents/b-two.md': 'B',
      '.toolgate/agents/a.md': 'A',
      '.toolgate/agents/README.md': 'about',
      '.toolgate/agents/.hidden.md': 'x',
      '.toolgate/agents/notes.txt': 'x',
      '.toolgate/agents/deep/c.md': 'x',
    });
    expect(projectAgentFiles(folder).map(({ name, text }) => [name, text])).toEqual([
      ['a', 'A'],
      ['b-two', 'B'],
    ]);
    expect(projectAgentFiles(openFolder().folder)).toEqual([]);
    expect(projectAgentFiles(openFolder({ '.toolgate': 'a file' }).folder)).toEqual([]);
  });

  it.each(['file', 'agents', '.toolgate'])('a link of a workspace in the place of %s is refused', what => {
    const outside = openFolder({ 'agents/a.md': 'secret' });
    const { folder } = openFolder({ 'inside/agents/a.md': 'x' });
    const [from, to] = {
      file: ['.toolgate/agents/a.md', join(outside.folder, 'agents/a.md')],
      agents: ['.toolgate/agents', join(outside.folder, 'agents')],
      '.toolgate': ['.toolgate', join(folder, 'inside')],
    }[what]!;
    mkdirSync(dirname(join(folder, from!)), { recursive: true });
    symlinkSync(to!, join(folder, from!));
    expect(() => projectAgentFiles(folder)).toThrow('is a link');
  });

  it('an agent that is no small text file with a plain name is refused', () => {
    const refused = (files: Record<string, string | Uint8Array>) => () => projectAgentFiles(openFolder(files).folder);
    expect(refused({ '.toolgate/agents/a.md': 'x'.repeat(65 * 1024) })).toThrow('larger than 64 KiB');
    expect(refused({ '.toolgate/agents/a.md': Buffer.from([0xff, 0xfe, 0x00]) })).toThrow('not UTF-8');
    expect(refused({ '.toolgate/agents/A b.md': 'x' })).toThrow('no agent can be called that');
    expect(refused({ '.toolgate/agents/a.md/x': 'x' })).toThrow('is not a file');
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`.toolgate/agents/a${n}.md`, 'x']));
    expect(refused(many)).toThrow('more than 100');
    const { folder } = openFolder({ '.toolgate/agents/README.md': 'x' });
    execFileSync('mkfifo', [join(folder, '.toolgate/agents/pipe.md')]);
    expect(() => projectAgentFiles(folder)).toThrow('is not a file');
  });

  it('agents of a workspace are trusted with the workspace, and anew when one of them changes, comes or goes', () => {
    const { folder, write } = openFolder({ 'ws/.toolgate/agents/a.md': 'A' });
    const root = join(folder, 'ws');
    const env = { HOME: folder };
    const hash = () => hashAgentFiles(projectAgentFiles(root));
    expect(areAgentsTrusted(root, hash(), env)).toBe(false);
    trustWorkspace(root, undefined, env, { agents: hash() });
    expect(areAgentsTrusted(root, hash(), env)).toBe(true);
    write('ws/.toolgate/agents/b.md', 'B');
    expect(areAgentsTrusted(root, hash(), env)).toBe(false);
    rmSync(join(root, '.toolgate/agents/b.md'));
    expect(areAgentsTrusted(root, hash(), env)).toBe(true);
    write('ws/.toolgate/agents/a.md', 'A, but otherwise');
    expect(areAgentsTrusted(root, hash(), env)).toBe(false);
  });
});

it('agents of the user may be links', () => {
  const { folder } = openFolder({ 'dotfiles/a.md': 'A', 'config/toolgate/config.json': '{}' });
  symlinkSync(join(folder, 'dotfiles'), join(folder, 'config/toolgate/agents'));
  expect(userAgentFiles({ XDG_CONFIG_HOME: join(folder, 'config') }).map(({ text }) => text)).toEqual(['A']);
  expect(userAgentFiles({ XDG_CONFIG_HOME: join(folder, 'nowhere') })).toEqual([]);
});
