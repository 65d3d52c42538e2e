import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { completionsOf } from '../../src/cli/commands/completion/completion.ts';
import { COMPLETED_SHELLS, COMPLETION_SCRIPTS } from '../../src/cli/commands/completion/scripts.ts';
import { createProgram } from '../../src/cli/program.ts';
import { removeTree } from '../../src/system/remove-tree.ts';
import { programPath } from '../support/program-path.ts';

const MAIN = programPath('cli');
const program = createProgram({ version: '0', exit: () => {} });
const complete = (...words: string[]) => completionsOf(program, words, ['read_file', 'grep']).map(([word]) => word);

it('completes commands, options, values and names of tools where each may stand', () => {
  expect(complete('ex')).toEqual(['exec', 'explain']);
  expect(complete('exec', '')).toEqual(['read_file', 'grep']);
  expect(complete('exec', 'read_file', '')).toEqual([]);
  expect(complete('exec', '--pol')).toEqual(['--policy']);
  expect(complete('--policy', 'sta')).toEqual(['standard']);
  expect(complete('--policy', 'standard', 'policy', 's')).toEqual(['show', 'saved']);
  expect(complete('approvals', 'answer', 'ID', 'allow')).toEqual(['allow_once', 'allow_always']);
  expect(complete('completion', '')).toEqual(COMPLETED_SHELLS);
  expect(complete('--workspace', '')).toEqual([]);
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'toolgate-completion-'));
  onTestFinished(() => removeTree(made));
  return made;
}

/** What a real bash would offer for a line; its last word is being written. */
function inBash(place: string, words: readonly string[]): string[] {
  const bin = join(place, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'toolgate'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`, { mode: 0o755 });
  writeFileSync(join(place, 'completion.bash'), COMPLETION_SCRIPTS.bash);
  const script = `source completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); __toolgate_complete; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, XDG_CACHE_HOME: join(place, 'cache') };
  const said = execFileSync('bash', ['--norc', '-c', script, 'bash', 'toolgate', ...words], {
    cwd: place,
    env,
    encoding: 'utf8',
  });
  return said.trimEnd().split('\n');
}

it('works in a real bash, and runs nothing of what is typed', () => {
  const place = folder();
  expect(inBash(place, ['exec', 'web_'])).toEqual(['web_fetch', 'web_search']);
  expect(inBash(place, ['exec', '$(touch ran)`touch ran`', '--jso'])).toEqual(['--jsonl', '--json']);
  expect(existsSync(join(place, 'ran'))).toBe(false);
});

it('prints a script for each shell', () => {
  for (const shell of COMPLETED_SHELLS) {
    const printed = execFileSync(process.execPath, [MAIN, 'completion', shell], { encoding: 'utf8' });
    expect(printed).toBe(COMPLETION_SCRIPTS[shell]);
  }
});

it('init writes what an editor needs, and never over what is there', () => {
  const place = folder();
  const env = { ...process.env, XDG_STATE_HOME: join(place, 'state'), XDG_CONFIG_HOME: join(place, 'config') };
  const init = (name: string, editor: string) => {
    const workspace = join(place, name);
    mkdirSync(workspace, { recursive: true });
    const args = [MAIN, 'init', '--editor', editor, '--workspace', workspace, '--json'];
    return JSON.parse(execFileSync(process.execPath, args, { cwd: place, env, encoding: 'utf8' }));
  };
  const made = init('a', 'cursor');
  expect(made.editor).toEqual({ name: 'cursor', file: join(place, 'a/.cursor/mcp.json'), written: true });
  const { command, args } = JSON.parse(readFileSync(made.editor.file, 'utf8')).mcpServers.toolgate;
  expect([command, ...args].join(' ')).toMatch(/^npx --no toolgate mcp /);
  // The config is there by now, and only the editor is wanted.
  expect(init('a', 'vscode')).toEqual({
    editor: { name: 'vscode', file: join(place, 'a/.vscode/mcp.json'), written: true },
  });
  mkdirSync(join(place, 'b'));
  writeFileSync(join(place, 'b/.mcp.json'), '{"mine":1}');
  expect(init('b', 'claude-code').editor.written).toBe(false);
  expect(readFileSync(join(place, 'b/.mcp.json'), 'utf8')).toBe('{"mine":1}');
});
