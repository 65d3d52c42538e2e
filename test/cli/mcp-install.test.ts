import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCli } from '../support/cli/open-cli.ts';
import { sayYes } from '../support/cli/open-terminal.ts';

function openHome() {
  const cli = openCli({ 'a.txt': 'x\n' });
  const home = join(cli.folder, 'home');
  mkdirSync(home, { recursive: true });
  const env = { HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') };
  const put = (path: string, text: string) => {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const read = (path: string) => (existsSync(join(home, path)) ? readFileSync(join(home, path), 'utf8') : undefined);
  const run = (args: readonly string[]) => cli.run(args, { env });
  return { ...cli, home, env, put, read, run };
}

const SETTINGS = '{ "model":   "opus",\n\t"permissions": {"deny":["Bash"]} }';

describe('toolgate mcp install', () => {
  it('toolgate mcp install shows the difference, asks, and writes nothing where nobody answers', () => {
    const { run, read, put } = openHome();
    put('.claude/settings.json', SETTINGS);
    const asked = run(['mcp', 'install', 'claude', '--no-input']);
    expect(asked.status).not.toBe(0);
    expect(asked.stderr).toContain('+++');
    expect([read('.claude/settings.json'), read('.claude/.claude.json')]).toEqual([SETTINGS, undefined]);
  });

  it('toolgate mcp install is taken out again to the byte, with the folders and files that it made', () => {
    const { run, read, put, home } = openHome();
    put('.claude/settings.json', SETTINGS);
    expect(run(['mcp', 'install', 'claude', '--yes', '--tools', 'core,git']).status).toBe(0);
    const installed = read('.claude/settings.json')!;
    expect(JSON.parse(installed).permissions).toMatchObject({ allow: ['mcp__toolgate'] });
    const { args } = JSON.parse(read('.claude/.claude.json')!).mcpServers.toolgate;
    expect(args.slice(1)).toEqual(['mcp', '--policy', 'privileged', '--tools', 'core,git']);
    expect(run(['mcp', 'install', 'claude', '--yes', '--tools', 'core,git']).stdout).toContain('already');
    expect(read('.claude/settings.json')).toBe(installed);
    expect(run(['mcp', 'uninstall', 'claude', '--yes']).status).toBe(0);
    expect([read('.claude/settings.json'), read('.claude/.claude.json')]).toEqual([SETTINGS, undefined]);
    expect(run(['mcp', 'install', 'gemini', '--yes']).status).toBe(0);
    expect(run(['mcp', 'uninstall', 'gemini', '--yes']).status).toBe(0);
    expect(existsSync(join(home, '.gemini'))).toBe(false);
  });

  it('toolgate mcp install is taken out of a file that others have changed since, and hooks in it stay', () => {
    const { run, read, put } = openHome();
    put('.claude/settings.json', SETTINGS);
    run(['hook', 'install', 'claude', '--yes']);
    const hooked = read('.claude/settings.json')!;
    run(['mcp', 'install', 'claude', '--yes']);
    expect(run(['mcp', 'uninstall', 'claude', '--yes']).status).toBe(0);
    expect(read('.claude/settings.json')).toBe(hooked);
    run(['mcp', 'install', 'claude', '--yes']);
    put('.claude/settings.json', read('.claude/settings.json')!.replace('"opus"', '"sonnet"'));
    expect(run(['mcp', 'uninstall', 'claude', '--yes']).status).toBe(0);
    const left = JSON.parse(read('.claude/settings.json')!);
    expect(left).toMatchObject({ model: 'sonnet', permissions: { deny: ['Bash'] } });
    expect(left.permissions.allow).toBeUndefined();
    expect(JSON.stringify(left.hooks)).toContain('toolgate-hook');
  });

  it('what is made and then changed by the host loses ours alone', () => {
    const { run, read, put } = openHome();
    run(['mcp', 'install', 'claude', '--yes']);
    const state = JSON.parse(read('.claude/.claude.json')!);
    put('.claude/.claude.json', JSON.stringify({ ...state, starts: 3 }));
    put('.claude/settings.json', read('.claude/settings.json')!.replace(/^\{/, '{ "theme": "dark",'));
    expect(run(['mcp', 'uninstall', 'claude', '--yes']).status).toBe(0);
    expect(JSON.parse(read('.claude/.claude.json')!)).toEqual({ starts: 3 });
    expect(JSON.parse(read('.claude/settings.json')!)).toEqual({ theme: 'dark' });
  });

  it('a person at a terminal says yes to it', async () => {
    const cli = openCli({ 'a.txt': 'x\n' });
    const said = await sayYes(cli, ['mcp', 'install', 'opencode', '--project']);
    expect(said.code).toBe(0);
    expect(JSON.parse(readFileSync(join(cli.root, 'opencode.json'), 'utf8')).mcp.toolgate.command).toEqual([
      ...['npx', '--no', 'toolgate', 'mcp', '--policy', 'privileged'],
    ]);
  });

  it.each([
    [['mcp', 'install', 'clade'], 'Did you mean claude?'],
    [['mcp', 'install', 'codex', '--project'], 'Leave --project out'],
  ])('%j is wrong usage', (args, says) => {
    const { status, stderr } = openHome().run(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(says)]);
  });
});
