import { describe, expect, it } from 'vitest';
import { MCP_HOST_NAMES } from './mcp-host-names.ts';
import { findMcpHost } from './mcp-hosts.ts';

const line = { command: '/usr/bin/node', args: ['main.js', 'mcp'] };
const filesOf = (name: string, scope: 'user' | 'project' = 'user') =>
  findMcpHost(name)?.files({ scope, root: '/work', env: { HOME: '/home/me' } }, line) ?? [];
const fileOf = (name: string, index = 0) => filesOf(name)[index]!;

describe.each(MCP_HOST_NAMES)('%s', name => {
  it('has the server once however often it is installed, and leaves no file behind that was not there', () => {
    for (const file of filesOf(name)) {
      const installed = file.install(undefined);
      expect(file.install(installed)).toBe(installed);
      expect(file.uninstall(installed, undefined)).toBeUndefined();
    }
  });

  it('is told of our server by its own config', () => {
    expect(filesOf(name).some(file => file.isInstalled(file.install(undefined)))).toBe(true);
  });
});

it('what others wrote stays, with its comments, and what was there before comes back', () => {
  const settings = fileOf('claude', 1);
  const own = '{\n  // mine\n  "permissions": { "deny": ["Bash", "Read(.env)"] },\n  "env": { "A": "b" }\n}\n';
  const installed = settings.install(own);
  expect(installed).toContain('// mine');
  const left = settings.uninstall(installed.replace('"A": "b"', '"A": "c"'), own)!;
  expect(JSON.parse(left.replace('// mine', ''))).toEqual({
    permissions: { deny: ['Bash', 'Read(.env)'] },
    env: { A: 'c' },
  });
});

it('a tool that its person had turned off stays off', () => {
  const file = fileOf('opencode');
  const own = '{ "tools": { "bash": false, "edit": true } }';
  expect(JSON.parse(file.uninstall(file.install(own), own)!)).toEqual({ tools: { bash: false, edit: true } });
});

it.each(['[]', '{ "tools": [] }', '{ "tools": { "exclude": {} } }', '{ "mcpServers": '])(
  'a config that is not understood is left alone: %s',
  text => {
    expect(() => fileOf('gemini').install(text)).toThrow('cannot be changed');
  },
);

describe('the config of Codex', () => {
  const codex = fileOf('codex');

  it('the config of Codex gets its lines in the table that is there', () => {
    const own = 'model = "x"\n[features]\nweb_search = true\n\n[other]\na = 1\n';
    const installed = codex.install(own);
    expect(installed).toContain('[features]\nshell_tool = false # toolgate mcp\nweb_search = true\n');
    expect(installed.match(/^\[features\]$/gm)).toHaveLength(1);
    expect(installed).toMatch(/\[mcp_servers\.toolgate\]\ncommand = "\/usr\/bin\/node"\nargs = \["main.js","mcp"\]\n/);
    expect(codex.install(installed)).toBe(installed);
    expect(codex.uninstall(installed, own)).toBe(own);
  });

  it.each([
    '[features]\nshell_tool = true\n',
    'features.shell_tool = true\n',
    'features = { a = 1 }\n',
    '[mcp_servers.toolgate]\ncommand = "other"\n',
    'notes = """\n[features]\n"""\n',
  ])('the config of Codex is left alone where more than lines would have to change: %j', text => {
    expect(() => codex.install(text)).toThrow('is not changed');
  });
});
