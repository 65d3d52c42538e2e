import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../../src/testing/temporary-workspace.ts';
import { commandLinesOf, problemOf } from '../support/docs/commands.ts';
import { pages } from '../support/docs/pages.ts';

const PAGES = pages();

describe('the docs', () => {
  it('name only commands and options that there are', async () => {
    const lines = PAGES.flatMap(commandLinesOf);
    const wrong: string[] = [];
    for (const { words, at } of lines) {
      const problem = await problemOf(words);
      if (problem) wrong.push(`${at}: toolgate ${words.join(' ')}: ${problem}`);
    }
    expect(wrong).toEqual([]);
    expect(lines.length).toBeGreaterThan(100);
  });

  it('the docs make calls that the tools take', async () => {
    const workspace = temporaryWorkspace();
    onTestFinished(() => workspace.remove());
    const gate = await workspace.gate({ policy: 'privileged' });
    const calls = PAGES.flatMap(commandLinesOf).flatMap(({ words, at, fails }) => {
      const [verb = '', name = '', ...rest] = words;
      const args = rest[rest.indexOf('--args') + 1] ?? '';
      return /^(exec|explain)$/.test(verb) && args.startsWith('{') && !fails ? [{ name, args, at }] : [];
    });
    const wrong: string[] = [];
    for (const { name, args, at } of calls) {
      const { error } = await gate.explain({ name, args });
      const isForeign = name.includes('__');
      if (!isForeign && error && /UNKNOWN_TOOL|INVALID_ARGUMENTS/.test(error.code))
        wrong.push(`${at}: ${error.message}`);
    }
    expect(wrong).toEqual([]);
    expect(calls.length).toBeGreaterThan(10);
  });
});

describe('the check of the docs itself', () => {
  it.each([
    ['exec read_file --args {}', undefined],
    ['exce read_file', /unknown command 'exce'/],
    ['exec read_file --arg {}', /unknown option '--arg'/],
    ['tasks nothing', /unknown command 'nothing'/],
    ['approvals answer ID perhaps', /Allowed choices/],
    ['runs list --limit none', /whole number/],
    ['undo', undefined],
    ['--version', undefined],
  ])('toolgate %s', async (line, problem) => {
    const found = await problemOf(line.split(' '));
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(problem);
  });

  it('the check of the docs itself finds commands behind variables, pipes and substitutions', () => {
    const lines = [
      'A=1 toolgate tools # a word',
      `echo '{"a": 1}' | toolgate exec --jsonl > out`,
      'id=$(toolgate approvals list --json)',
      'other add -- toolgate mcp',
    ];
    const text = lines.join('\n');
    const page = {
      path: 'x.md',
      text,
      prose: ['see `toolgate undo` and `other`'],
      blocks: [{ language: 'sh', marks: [], text, line: 1 }],
    };
    expect(commandLinesOf(page).map(({ words }) => words.join(' '))).toEqual([
      'tools',
      'exec --jsonl',
      'approvals list --json',
      'mcp',
      'undo',
    ]);
  });
});
