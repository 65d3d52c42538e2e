import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { claude } from '../claude.ts';
import { codex } from '../codex.ts';
import { copilot } from '../copilot.ts';
import { cursor } from '../cursor.ts';
import { gemini } from '../gemini.ts';
import { qwen } from '../qwen.ts';
import { hookLines } from './hook-lines.ts';
import { hasSameSettings } from './json-config.ts';

const lines = hookLines({ host: 'claude', program: ['node', 'hook.js'], hasTimeout: true });

it('hooks are added beside those of others, once, and taken out alone', () => {
  const own =
    '{\n  // mine\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "say" }] }] },\n  "model": "x"\n}\n';
  const installed = claude.config.install(own, lines);
  expect(installed).toContain('// mine');
  expect(claude.config.install(installed, lines)).toBe(installed);
  expect(claude.config.commandsIn(installed)).toHaveLength(8);
  const left = claude.config.uninstall(installed)!;
  expect(claude.config.commandsIn(left)).toEqual([]);
  expect(left).toContain('// mine');
  expect(left).toContain('"say"');
  expect(left).not.toContain('toolgate');
});

it('a command of others in the same entry stays', () => {
  const installed = JSON.parse(codex.config.install(undefined, lines));
  installed.hooks.PreToolUse[0].hooks.push({ type: 'command', command: 'other' });
  const left = codex.config.uninstall(JSON.stringify(installed))!;
  expect(JSON.parse(left)).toEqual({
    hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'other' }] }] },
  });
});

it('a config with nothing but our hooks leaves no file behind', () => {
  expect(codex.config.uninstall(codex.config.install(undefined, lines))).toBeUndefined();
});

it.each(['[]', '{ "hooks": [] }', '{ "hooks": { "PreToolUse": {} } }', '{ "hooks": '])(
  'a config that is not understood is left alone: %s',
  text => {
    expect(() => claude.config.install(text, lines)).toThrow('cannot be changed');
  },
);

it('a config that begins with a byte order mark is left alone, and that is said', () => {
  expect(() => claude.config.install('\uFEFF{}', lines)).toThrow('byte order mark');
});

const OTHERS = '{ "hooks": [{ "type": "command", "command": "say" },], }';

it.each([
  '{ "hooks": {}, // none\n}',
  '{ "hooks": {} /* none */ , }',
  '{ "model": {}, }',
  `{ "hooks": { "BeforeTool": [${OTHERS},], }, }`,
  `{ "hooks": { "Other": [${OTHERS}], }, "model": {}, }`,
])('hooks are taken out of a config with commas at its ends: %s', text => {
  const installed = gemini.config.install(text, lines);
  expect(gemini.config.commandsIn(installed)).toHaveLength(6);
  const left = gemini.config.uninstall(installed)!;
  expect(hasSameSettings(left, text)).toBe(true);
});

it('hooks that answer in the place of a person are told, and rules that see no command any more', () => {
  const concerns = claude.config.concerns(
    '{ "hooks": { "Elicitation": [{}] }, "permissions": { "deny": ["Bash(rm:*)", "Read"] }, "sandbox": { "enabled": true } }',
  );
  expect(concerns.join('\n')).toMatch(/Elicitation[\s\S]*sandbox[\s\S]*Bash\(rm/);
});

it.each([
  ['crashes', ['sh', '-c', 'exit 1']],
  ['is killed', ['sh', '-c', 'kill -9 $$']],
  ['hangs', ['sh', '-c', 'sleep 30']],
  ['is missing', ['/nonexistent/hook']],
])('the line before a call blocks with words where the hook %s', (_, program) => {
  const { guarded, plain } = hookLines({ host: 'codex', program, guard: 1, hasTimeout: true });
  const ran = spawnSync('sh', ['-c', guarded], { encoding: 'utf8' });
  expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining('so the call is blocked')]);
  expect(spawnSync('sh', ['-c', plain]).status).toBe(0);
});

it.each([claude, codex, gemini, copilot, qwen, cursor])(
  'hooks of $title are put into a config with comments and odd formatting once, and taken out alone',
  ({ config }) => {
    const own = '// mine\n{ "a" : [1,\n2], // here\n\t"hooks": { "X": [ {"command":"say"} ] } }\n';
    const installed = config.install(own, lines);
    expect(installed).toContain('// here');
    expect(config.install(installed, lines)).toBe(installed);
    const left = config.uninstall(installed)!;
    expect(config.commandsIn(left)).toEqual([]);
    expect(left).toContain('"a" : [1,\n2], // here');
    expect(left).toMatch(/"X":\s*\[\s*\{\s*"command":\s*"say"\s*\}\s*\]/);
    expect(config.uninstall(config.install(undefined, lines))).toBeUndefined();
    expect(config.uninstall(config.install('{ // mine\n}', lines))).toContain('// mine');
  },
);

it('hooks are taken out of a config without any blanks', () => {
  const own = { hooks: { Stop: [{ hooks: [{ command: 'say' }] }] } };
  const installed = JSON.stringify(JSON.parse(claude.config.install(JSON.stringify(own), lines)));
  expect(claude.config.uninstall(installed)).toBe(JSON.stringify(own));
});

it.each([
  [gemini, 'BeforeTool', 600_000],
  [qwen, 'PreToolUse', 600_000],
  [copilot, 'PreToolUse', 600],
])('the host gives up later than its guard, in its own unit: %#', ({ config }, event, timeout) => {
  const { hooks } = JSON.parse(config.install(undefined, lines));
  expect(hooks[event][0]).toMatchObject({ matcher: '*', hooks: [{ timeout }] });
});

it.each([
  [claude, 'PostToolUse', 'Bash'],
  [codex, 'PostToolUse', 'Bash'],
  [gemini, 'AfterTool', 'run_shell_command'],
  [copilot, 'PostToolUse', 'Bash'],
])(
  'no hook is started after a command that was rewritten, and one after every other tool: %#',
  ({ config }, event, tool) => {
    const { hooks } = JSON.parse(config.install(undefined, lines));
    // Some hosts take it for the whole name.
    const matcher = new RegExp(`^(?:${hooks[event][0].matcher})$`);
    const others = ['Write', 'mcp__a__b', 'Bask', 'Bus', `${tool}Output`, ` ${tool}`, tool.toUpperCase()];
    expect([tool, ...others].filter(name => matcher.test(name))).toEqual(others);
  },
);

it('Cursor is told to block where the hook fails, and a command of others beside ours stays', () => {
  const installed = JSON.parse(cursor.config.install('{ "hooks": { "preToolUse": [{ "command": "say" }] } }', lines));
  expect(installed.version).toBe(1);
  expect(installed.hooks.preToolUse[1]).toMatchObject({ timeout: 600, failClosed: true });
  const left = JSON.parse(cursor.config.uninstall(JSON.stringify(installed))!);
  expect(left.hooks).toEqual({ preToolUse: [{ command: 'say' }] });
});

it.each([
  [gemini, '{ "hooksConfig": { "enabled": false } }'],
  [gemini, '{ "hooksConfig": { "disabled": ["toolgate"] } }'],
  [qwen, '{ "disableAllHooks": true }'],
  [copilot, '{ "disableAllHooks": true }'],
])('a config that turns hooks off is told: %#', ({ config }, text) => {
  expect(config.concerns(text).join()).toContain('nothing is gated');
});

it('another hook of Gemini CLI before calls is told, and ours is none', () => {
  const installed = gemini.config.install('{}', lines);
  expect(gemini.config.concerns(installed)).toEqual([]);
  const other = gemini.config.install('{ "hooks": { "BeforeTool": [{ "hooks": [{ "command": "say" }] }] } }', lines);
  expect(gemini.config.concerns(other).join()).toContain('Another hook');
});
